/// From where a person acted, as the client tells it.
public enum Source: String, Sendable, CaseIterable {
  case app
  case siri
  case shortcuts
  case widget
  case controlCenter = "control_center"
  case spotlight
  case actionButton = "action_button"
  case `import`
  case script
}
