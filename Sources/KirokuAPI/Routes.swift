internal import HTTPCore
internal import KirokuCore

/// The whole API: a line a route, held to `openapi.yaml` by a test.
enum Routes {
  static func all() -> Router<Route> {
    var routes = Router<Route>()
    routes.add(.get, "/healthz", .open(readHealth))
    routes.add(.get, "/readyz", .open(readReadiness))
    routes.add(.get, "/openapi.yaml", .open(readContract))

    routes.add(.post, "/v1/accounts", .open(createAccount))
    routes.add(.post, "/v1/accounts/recover", .open(recoverAccount))
    routes.add(.get, "/v1/account", .authorized(.manageAccount, readAccount))
    routes.add(.patch, "/v1/account", .authorized(.manageAccount, patchAccount))
    routes.add(.delete, "/v1/account", .authorized(.manageAccount, deleteAccount))

    routes.add(.get, "/v1/tokens", .authorized(.manageAccount, listTokens))
    routes.add(.post, "/v1/tokens", .authorized(.manageAccount, createToken))
    routes.add(.delete, "/v1/tokens/{id}", .authorized(.manageAccount, deleteToken))
    routes.add(.post, "/v1/pairings", .authorized(.manageAccount, createPairing))
    routes.add(.post, "/v1/pairings/claim", .open(claimPairing))

    routes.add(.post, "/v1/entries", .authorized(.writeEntries, createEntry))
    routes.add(.get, "/v1/entries", .authorized(.readEntries, listEntries))
    routes.add(.get, "/v1/entries/suggested", .authorized(.readEntries, suggestEntries))
    routes.add(.get, "/v1/entries/trend", .authorized(.readEntries, readTrend))
    routes.add(.get, "/v1/entries/chart.svg", .authorized(.readEntries, readChart))
    routes.add(.get, "/v1/entries/{id}", .authorized(.readEntries, readEntry))
    routes.add(.put, "/v1/entries/{id}", .authorized(.writeEntries, putEntry))
    routes.add(.patch, "/v1/entries/{id}", .authorized(.writeEntries, patchEntry))
    routes.add(.delete, "/v1/entries/{id}", .authorized(.writeEntries, deleteEntry))

    routes.add(.get, "/v1/habits", .authorized(.readHabits, listHabits))
    routes.add(.post, "/v1/habits", .authorized(.writeHabits, createHabit))
    routes.add(.get, "/v1/habits/{id}", .authorized(.readHabits, readHabit))
    routes.add(.put, "/v1/habits/{id}", .authorized(.writeHabits, putHabit))
    routes.add(.patch, "/v1/habits/{id}", .authorized(.writeHabits, patchHabit))
    routes.add(.delete, "/v1/habits/{id}", .authorized(.writeHabits, deleteHabit))
    routes.add(.get, "/v1/habits/{id}/days", .authorized(.readDays, listHabitDays))
    let habitDay = "/v1/habits/{id}/days/{day}"
    routes.add(.get, habitDay, .authorized(.readDays, readHabitDay))
    routes.add(.put, habitDay, .authorized(.writeDays, putHabitDay))
    routes.add(.post, habitDay + "/increment", .authorized(.writeDays, incrementHabitDay))
    routes.add(.post, habitDay + "/toggle", .authorized(.writeDays, toggleHabitDay))
    routes.add(.get, "/v1/habits/{id}/stats", .authorized(.readHabits, readHabitStats))
    routes.add(.get, "/v1/habits/{id}/heatmap.svg", .authorized(.readHabits, readHeatmap))
    routes.add(.get, "/v1/days/{day}", .authorized(.readDays, readDay))
    routes.add(.post, "/v1/sync", .authorized(.sync, sync))
    routes.add(.get, "/v1/changes", .authorized(.sync, listChanges))
    routes.add(.get, "/v1/changes/stream", .authorized(.sync, streamChanges))

    routes.add(.get, "/v1/widget", .authorized(.readWidget, readWidget))
    routes.add(.get, "/v1/shortcuts", .authorized(.readShortcuts, readShortcuts))
    routes.add(.get, "/v1/predictions", .authorized(.readShortcuts, readPredictions))
    let focusFilter = "/v1/focus-filters/{name}"
    routes.add(.get, focusFilter, .authorized(.readFocusFilters, readFocusFilter))
    routes.add(.put, focusFilter, .authorized(.manageFocusFilters, putFocusFilter))
    routes.add(.delete, focusFilter, .authorized(.manageFocusFilters, deleteFocusFilter))

    routes.add(.get, "/v1/operations", .authorized(.readOperations, listOperations))
    routes.add(.post, "/v1/undo", .authorized(.undo, undo))
    routes.add(.post, "/v1/redo", .authorized(.undo, redo))

    routes.add(.post, "/v1/donations", .authorized(.donate, recordDonation))
    routes.add(.get, "/v1/donations", .authorized(.readDonations, listDonations))
    routes.add(.delete, "/v1/donations", .authorized(.donate, deleteDonations))

    routes.add(.post, "/v1/events", .authorized(.recordEvents, recordEvents))
    routes.add(.get, "/v1/measures/funnel", .analytics(readFunnel))
    routes.add(.get, "/v1/measures/sources", .analytics(readSources))
    routes.add(.get, "/v1/measures/retention", .analytics(readRetention))
    routes.add(.get, "/v1/measures/donations", .analytics(readDonationUse))

    routes.add(.get, "/dashboard", .page(readDashboard))
    routes.add(.post, "/dashboard", .page(signIn))
    routes.add(.post, "/dashboard/sign-out", .page(signOut))
    routes.add(.get, "/dashboard/style.css", .page(readPageStyle))
    routes.add(.get, "/dashboard/icon.svg", .page(readPageIcon))
    return routes
  }
}
