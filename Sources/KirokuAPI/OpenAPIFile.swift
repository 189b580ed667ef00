// Generated from openapi.yaml by `./dev generate`; do not edit.
// swift-format-ignore-file

/// The text of `openapi.yaml`, as it is served.
enum OpenAPIFile {
  static let text = ####"""
openapi: 3.1.0
info:
  title: Kiroku
  version: 1.0.0
  summary: The backend of a weight and habit tracker
  description: |
    One person's data, touched by an app, widgets, App Intents and scripts, often offline and often within the
    same second. Every write is an *operation*: sent again under the same id it has no second effect, and of
    two acts on one record the one that the person did later wins, in whatever order they arrive.

    **Form.** JSON in UTF-8. Unknown fields and parameters are refused by name; with `Prefer: handling=lenient`
    they are ignored and listed in `Kiroku-Ignored-Fields`. Decimals are exact: they never pass through binary
    floating point. Ids are UUIDs in either case, answered in lower case; those of new records are of version 4 or 7.
    Instants are RFC 3339 with an offset,
    to the microsecond, answered in UTC; the day ends at 23:59:59, so `24:00:00` and the leap second `:60` are
    refused, as are more than six digits of a second.

    **Errors** are problems (RFC 9457) that name every fault at once, in Japanese or English by
    `Accept-Language`, else in the account's language; each `detail` is fit to be spoken. They are looked for in
    this order: 404 (path), 405, 401, 403, 406, 413, 415, 400, 422, 404 (record), 412.

    **HEAD** is answered wherever GET is; other methods get 405 with `Allow`.
  license:
    name: Apache-2.0
    identifier: Apache-2.0
servers:
  - url: /
security:
  - bearer: []
tags:
  - name: accounts
  - name: tokens
    description: Who may act for an account.
  - name: entries
    description: Weights that a person logged.
  - name: habits
    description: What a person wants to do, and the days on which they did.
  - name: widgets
    description: What widgets, shortcuts and Focus filters draw from.
  - name: operations
    description: What was done, and taking it back.
  - name: donations
    description: What a device told its system of, so that it learns what to suggest.
  - name: events
    description: What happened without a write.
  - name: measures
    description: How intents are used, over all accounts.
  - name: pages
    description: What people look at in a browser.
  - name: sync
    description: How a device keeps its copy of the account.
  - name: server

paths:
  /healthz:
    get:
      tags: [server]
      operationId: readHealth
      summary: Whether the process lives
      security: []
      responses:
        '200':
          description: It does. Nothing else was looked at.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/ServerState'}
              example: {status: ok}

  /readyz:
    get:
      tags: [server]
      operationId: readReadiness
      summary: Whether requests can be served
      description: The database answers, and its schema is this program's.
      security: []
      responses:
        '200':
          description: They can.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/ServerState'}
              example: {status: ready}
        '503': {$ref: '#/components/responses/Unavailable'}

  /openapi.yaml:
    get:
      tags: [server]
      operationId: readContract
      summary: This document
      security: []
      responses:
        '200':
          description: The contract of exactly this program.
          content:
            application/yaml:
              schema: {type: object, description: OpenAPI 3.1.}

  /v1/accounts:
    post:
      tags: [accounts]
      operationId: createAccount
      summary: Make an account and its first tokens
      description: |
        Open to anybody, to those with an `inviteCode`, or to nobody, as the server is configured; limited by
        address. All fields are optional, and so is the body.

        With an `Idempotency-Key` a lost answer can be asked for again: as long as none of its secrets was used,
        the repeat revokes them and issues fresh ones; once one was used, it is 409. Whoever knows the key can do
        that, so it has to be a random UUID (version 4 or 7).
      security: []
      parameters:
        - name: Idempotency-Key
          in: header
          schema: {$ref: '#/components/schemas/UnguessableKey'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/AccountRequest'}
            example: {timeZone: Asia/Tokyo, locale: ja, unit: kg, scopes: [app, widget, intent]}
      responses:
        '201':
          description: The account, and secrets that are shown this once.
          headers:
            RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
            RateLimit: {$ref: '#/components/headers/RateLimit'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/AccountCreated'}
              example:
                account:
                  id: 019ad8f2-5c00-7a10-8b53-3f0c9a4be11d
                  timeZone: Asia/Tokyo
                  dayStart: 0
                  weekStart: 1
                  unit: kg
                  locale: ja
                  weightGoal: null
                  rev: 0
                tokens:
                  - id: 019ad8f2-5c00-7b52-9a77-0d4c81a2f6e3
                    scope: app
                    secret: krk_aaisem2ekvthpcezvk54zxpo74aacaqdaqcqmbyibefawdanbyhraeiscmkbkfqxdamrugy4dupb7eadb6qq
                recoveryCode: AGNN-R4S4-AB5B-BC2T-H4GJ-US7B-DUAA-CAQD-AQCQ-MBYI-BEFE-XZXA
        '400': {$ref: '#/components/responses/Malformed'}
        '403':
          description: '`sign-up-closed` or `invite-invalid`.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`secret-already-used`: the account was made before, and a token of it was used.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429':
          description: '`rate-limited`: too many accounts from one address.'
          headers:
            Retry-After: {$ref: '#/components/headers/RetryAfter'}
            RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
            RateLimit: {$ref: '#/components/headers/RateLimit'}
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/accounts/recover:
    post:
      tags: [accounts]
      operationId: recoverAccount
      summary: Get into an account with its recovery code
      description: |
        Gives a token of scope `app` and the recovery code that holds from then on. The code may be typed in either
        case, with any spaces and dashes. As long as nobody has used that token, the same code works once more, since
        the answer may have been lost; then it is 409. Limited by address.
      security: []
      parameters:
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/RecoveryRequest'}
            example: {recoveryCode: AGNN-R4S4-AB5B-BC2T-H4GJ-US7B-DUAA-CAQD-AQCQ-MBYI-BEFE-XZXA}
      responses:
        '201':
          description: A token, and the next code.
          headers:
            RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
            RateLimit: {$ref: '#/components/headers/RateLimit'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/AccountRecovered'}
        '400': {$ref: '#/components/responses/Malformed'}
        '403':
          description: '`recovery-code-invalid`: it is no account''s code, or not any more.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`secret-already-used`: the code was used before, and so was the token that it gave.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429':
          description: '`rate-limited`: too many codes were tried from one address.'
          headers:
            Retry-After: {$ref: '#/components/headers/RetryAfter'}
            RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
            RateLimit: {$ref: '#/components/headers/RateLimit'}
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/account:
    get:
      tags: [accounts]
      operationId: readAccount
      summary: The caller's account
      description: Needs scope `app`.
      parameters:
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
      responses:
        '200':
          description: The account.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Account'}
              example: &account
                id: 019ad8f2-5c00-7a10-8b53-3f0c9a4be11d
                timeZone: Asia/Tokyo
                dayStart: 180
                weekStart: 1
                unit: kg
                locale: ja
                weightGoal: {value: 62, unit: kg}
                rev: 12
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    patch:
      tags: [accounts]
      operationId: patchAccount
      summary: Change settings
      description: |
        Needs scope `app`. A merge patch (RFC 7396): what is not named stays, and null clears the goal. Records keep the
        zone and the day that they were logged with. Settings can't be undone; the same key again has no second effect.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema: {$ref: '#/components/schemas/AccountPatch'}
            example: {dayStart: 180, weightGoal: {value: 62, unit: kg}}
          application/json:
            schema: {$ref: '#/components/schemas/AccountPatch'}
      responses:
        '200':
          description: The account has the settings (`applied`), or had them before (`unchanged`).
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/AccountChanged'}
              example:
                account: *account
                outcome: applied
                dialog: 設定を保存しました。
                serverTime: '2026-12-01T07:30:02.125Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412':
          description: '`precondition-failed`: the settings were changed since; `current` is the account as it is.'
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    delete:
      tags: [accounts]
      operationId: deleteAccount
      summary: Remove the account and everything in it
      description: |
        Needs scope `app`. Every row is gone and every token ends at once; nothing brings them back. Sent again it is
        401, since the token has ended too.
      parameters:
        - {$ref: '#/components/parameters/AcceptLanguage'}
      responses:
        '204':
          description: There is nothing left.
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/tokens:
    get:
      tags: [tokens]
      operationId: listTokens
      summary: The account's valid tokens, oldest first
      description: Needs scope `app`. Secrets are never answered again. There are no pages, since there are at most 100.
      parameters:
        - {$ref: '#/components/parameters/AcceptLanguage'}
      responses:
        '200':
          description: The tokens.
          headers:
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/TokenList'}
              example:
                tokens:
                  - id: 019ad8f2-5c00-7b52-9a77-0d4c81a2f6e3
                    scope: app
                    label: null
                    createdAt: '2026-12-01T07:28:11.4Z'
                    lastUsedAt: '2026-12-01T07:30:00Z'
                    current: true
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    post:
      tags: [tokens]
      operationId: createToken
      summary: Issue a token
      description: |
        Needs scope `app`, and issues scopes within the caller's own: 403 for any other. The secret is shown this once.
        With an `Idempotency-Key` a lost answer can be asked for again: as long as nobody has used the secret, the
        repeat ends it and issues another one; then it is 409.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/TokenRequest'}
            example: {scope: read, label: spreadsheet}
      responses:
        '201':
          description: The token with its secret.
          headers:
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/TokenIssued'}
              example:
                token:
                  id: 019ad8f2-9e30-7d08-8c41-b0a27f36d9c5
                  scope: read
                  label: spreadsheet
                  createdAt: '2026-12-01T07:32:40.25Z'
                  lastUsedAt: null
                  secret: krk_aaisem2ekvthpcezvk54zxpo74aacaqdaqcqmbyibefawdanbyhraeiscmkbkfqxdamrugy4dupb7eadb6qq
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`secret-already-used`, or `too-many-tokens`: the account has 100.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/tokens/{id}:
    delete:
      tags: [tokens]
      operationId: deleteToken
      summary: End a token
      description: |
        Needs scope `app`. The next request with it is 401, on every server; a token may end itself. One that has ended
        already is 204 too.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
      responses:
        '204':
          description: It has ended.
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404':
          description: '`not-found`: no such token, or another account''s, or no id at all.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/pairings:
    post:
      tags: [tokens]
      operationId: createPairing
      summary: Make a code by which another device gets a token
      description: |
        Needs scope `app`; the scope has to be within the caller's own. The code holds for ten minutes and works once;
        an earlier one of the account ends. With an `Idempotency-Key` a lost answer can be asked for again until the
        code was claimed.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/TokenRequest'}
            example: {scope: intent, label: watch}
      responses:
        '201':
          description: The code, which is shown this once.
          headers:
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/PairingMade'}
              example:
                pairing: {code: MFRG-G2LT, scope: intent, label: watch, expiresAt: '2026-12-01T07:42:40.25Z'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`secret-already-used`: the code that this key made was claimed.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/pairings/claim:
    post:
      tags: [tokens]
      operationId: claimPairing
      summary: Get the token that a code stands for
      description: |
        The code may be typed in either case, with any spaces and dashes. With an `Idempotency-Key`, a random UUID
        (version 4 or 7), a lost answer can be asked for again while the code lives and nobody has used the token.
        Limited by address.
      security: []
      parameters:
        - name: Idempotency-Key
          in: header
          schema: {$ref: '#/components/schemas/UnguessableKey'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/ClaimRequest'}
            example: {code: mfrg g2lt}
      responses:
        '201':
          description: The token with its secret.
          headers:
            RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
            RateLimit: {$ref: '#/components/headers/RateLimit'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/PairingClaimed'}
        '400': {$ref: '#/components/responses/Malformed'}
        '403':
          description: '`pairing-code-invalid`: it is nobody''s code, was claimed, or its time is over.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`secret-already-used`, or `too-many-tokens`: the account has 100.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429':
          description: '`rate-limited`: too many codes were tried from one address.'
          headers:
            Retry-After: {$ref: '#/components/headers/RetryAfter'}
            RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
            RateLimit: {$ref: '#/components/headers/RateLimit'}
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/entries:
    post:
      tags: [entries]
      operationId: createEntry
      summary: Log a weight
      description: |
        Needs scope `app` or `intent`. The weight is given as `weightKg`, or as `weight` with the unit in which it
        was typed, never both; grams are rounded half to even and have to be 20…300 kg. `recordedAt` defaults to
        the acted time; more than 24 hours in the future is refused.

        An `id` that exists already is put anew, by the rule that the newest act wins.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/EntryRequest'}
            examples:
              kilograms:
                value: {weightKg: 65.2, note: after a run}
              pounds:
                value:
                  id: 019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa
                  weight: {value: 180, unit: lb}
                  recordedAt: '2026-12-01T16:30:00+09:00'
              stonesAndPounds:
                value: {weight: {unit: st, stones: 12, pounds: 7.5}}
      responses:
        '201':
          description: The entry is new.
          headers:
            Location:
              description: The entry's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryWritten'}
              example:
                entry: &entry
                  id: 019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa
                  weightKg: 81.647
                  weight: {value: 180, unit: lb}
                  recordedAt: '2026-12-01T07:30:00Z'
                  timePrecision: instant
                  timeZone: Asia/Tokyo
                  utcOffsetMinutes: 540
                  dayStart: 0
                  localDay: '2026-12-01'
                  note: null
                  source: siri
                  bodyFatPercent: null
                  title: 180 lb
                  subtitle: Dec 1, 2026 at 4:30 PM
                  version: '2026-12-01T07:30:02.125Z'
                  rev: 1
                  createdAt: '2026-12-01T07:30:02.125Z'
                  updatedAt: '2026-12-01T07:30:02.125Z'
                outcome: applied
                dialog: Logged 180 lb.
                undo:
                  opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                  expiresAt: '2026-12-02T07:30:02.125Z'
                  label: Undo logging 180 lb
                serverTime: '2026-12-01T07:30:02.125Z'
        '200':
          description: |
            The entry existed and has the new fields (`applied`), or keeps those of a newer act (`superseded`).
          headers:
            Location:
              description: The entry's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    get:
      tags: [entries]
      operationId: listEntries
      summary: List entries, newest first unless asked otherwise
      description: |
        Needs scope `app`, `intent` or `read`. Pages by key, not by number: an entry that exists, unchanged, from the
        first page to the last is on exactly one of them. Filters add up. `cursor` goes with the `sort` and the
        filters of the page before (422 `other-list` otherwise); `Link` repeats them. A reversed range is 422, an
        empty result an empty list.

        With `ids` the entries are answered in the order asked for, those that there are not left out; it goes with
        no other parameter, and `limit` is ignored, whatever it is.
      parameters:
        - name: ids
          in: query
          description: Up to 500 ids, with commas between them; a repeated one is answered once.
          style: form
          explode: false
          schema: {type: array, maxItems: 500, items: {type: string, format: uuid}}
        - name: limit
          in: query
          description: Entries on a page; what is above 500 is lowered to it.
          schema: {type: integer, minimum: 1, default: 50}
        - name: cursor
          in: query
          description: The `nextCursor` of the page before; opaque.
          schema: {type: string}
        - name: sort
          in: query
          description: |
            By time or by weight, downwards with `-`. Equal weights follow each other by time, equal times by id, in the
            same direction.
          schema: {type: string, enum: [recordedAt, '-recordedAt', weightKg, '-weightKg'], default: '-recordedAt'}
        - name: from
          in: query
          description: Only entries from this local day, or instant, on.
          schema: {$ref: '#/components/schemas/DayOrInstant'}
        - name: to
          in: query
          description: Only entries before this local day, or instant.
          schema: {$ref: '#/components/schemas/DayOrInstant'}
        - name: minKg
          in: query
          description: Only entries of this weight or more; exact, at most three decimals.
          schema: {type: number, minimum: 0, maximum: 1000, multipleOf: 0.001}
        - name: maxKg
          in: query
          description: Only entries of this weight or less.
          schema: {type: number, minimum: 0, maximum: 1000, multipleOf: 0.001}
        - name: source
          in: query
          description: Only entries that came from there.
          schema: {$ref: '#/components/schemas/Source'}
        - name: q
          in: query
          description: |
            Only entries whose note holds this text, in whichever case. `%` and `_` stand for themselves; empty is the
            same as not given.
          schema: {type: string, maxLength: 200, pattern: '^[^\x00]*$'}
          example: after a run
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: A page.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Link:
              description: 'The next page, `rel="next"`; absent on the last.'
              schema: {type: string}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryPage'}
              example:
                entries: [*entry]
                nextCursor: null
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/entries/suggested:
    get:
      tags: [entries]
      operationId: suggestEntries
      summary: The latest entries, for an entity query
      description: 'Needs scope `app`, `intent` or `read`.'
      parameters:
        - name: limit
          in: query
          description: At most so many; what is above 10 is lowered to it, since long lists make Siri slow.
          schema: {type: integer, minimum: 1, default: 7}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The entries, newest first.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryList'}
              example:
                entries: [*entry]
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/entries/trend:
    get:
      tags: [entries]
      operationId: readTrend
      summary: The weight without its daily noise
      description: |
        Needs scope `app`, `intent` or `read`. One point for each local day from the first reading to the last: the
        day's first reading counts, days without one lie on the straight line between their neighbours
        (`interpolated`), and the trend follows by exponential smoothing with α = 0.1, starting at the first weight.
        Nothing is filled in after the last reading.

        `weeklyRateKg` is the slope of the least-squares line through the last 14 trend days, a week's worth; null
        with fewer than two days. `goalDate` is where that line reaches the account's goal; null without a goal, when
        the trend leads away from it or hardly moves (under 1 g a day), or when it would take over ten years.

        `to` asks for the trend as it was then. `from` only cuts off points: their numbers stay. At most 4,000 points
        are answered, the latest.
      parameters:
        - name: from
          in: query
          description: The first day to show.
          schema: {$ref: '#/components/schemas/Day'}
        - name: to
          in: query
          description: The day before which the trend ends; at most 4,000 days after `from`.
          schema: {$ref: '#/components/schemas/Day'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The points, the rate and the date.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Trend'}
              example:
                points:
                  - {day: '2026-11-01', weightKg: 80, trendKg: 80, interpolated: false}
                  - {day: '2026-11-02', weightKg: 79.5, trendKg: 79.95, interpolated: true}
                  - {day: '2026-11-03', weightKg: 79, trendKg: 79.855, interpolated: false}
                weeklyRateKg: -0.508
                goalDate: null
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/entries/chart.svg:
    get:
      tags: [entries]
      operationId: readChart
      summary: The trend as a picture
      description: |
        Needs scope `app`, `intent` or `read`. SVG with a dot for each day's reading, the trend as a line and the goal
        dashed; light and dark by the viewer's preference, in the answer's language, with a title and a description.
        No script, nothing fetched.
      parameters:
        - name: from
          in: query
          description: The first day to show.
          schema: {$ref: '#/components/schemas/Day'}
        - name: to
          in: query
          description: The day before which the trend ends; at most 4,000 days after `from`.
          schema: {$ref: '#/components/schemas/Day'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The picture.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
            Content-Security-Policy:
              description: '`default-src ''none''; style-src ''unsafe-inline''`'
              schema: {type: string}
          content:
            image/svg+xml:
              schema: {type: string}
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/entries/{id}:
    get:
      tags: [entries]
      operationId: readEntry
      summary: Read an entry
      description: 'Needs scope `app`, `intent` or `read`.'
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
      responses:
        '200':
          description: The entry.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Entry'}
              example: *entry
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoEntry'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    put:
      tags: [entries]
      operationId: putEntry
      summary: Write all fields of an entry
      description: |
        Needs scope `app` or `intent`. Makes the entry, or writes all its fields anew, and brings a deleted one back.
        Of two acts on one entry the one that the person did later wins, in whatever order they arrive.
      parameters:
        - {$ref: '#/components/parameters/NewRecordId'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/EntryRequest'}
            example: {weightKg: 65.2}
      responses:
        '201':
          description: The entry is new.
          headers:
            Location:
              description: The entry's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryWritten'}
        '200':
          description: The entry has the new fields (`applied`), or what was done later hides them (`superseded`).
          headers:
            Location:
              description: The entry's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoEntry'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    patch:
      tags: [entries]
      operationId: patchEntry
      summary: Change some fields of an entry
      description: |
        Needs scope `app` or `intent`. A merge patch (RFC 7396): fields that are not named stay as they are, null
        empties `note` and `bodyFatPercent`. A patch of a deleted entry is kept, and answered `superseded` with
        `entry: null`: should the delete be undone, it holds.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema: {$ref: '#/components/schemas/EntryPatch'}
            example: {note: after lunch}
          application/json:
            schema: {$ref: '#/components/schemas/EntryPatch'}
      responses:
        '200':
          description: The entry as it is now, and what became of the act.
          headers:
            Location:
              description: The entry's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryWritten'}
              example:
                entry: *entry
                outcome: applied
                dialog: Changed the entry of 180 lb.
                undo:
                  opId: 019ad8f2-9c10-7d33-a1b2-70c4f0d1e2f3
                  expiresAt: '2026-12-02T07:31:00Z'
                  label: Undo the change to 180 lb
                serverTime: '2026-12-01T07:31:00.5Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoEntry'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    delete:
      tags: [entries]
      operationId: deleteEntry
      summary: Delete an entry
      description: |
        Needs scope `app` or `intent`. It can be undone for 30 days. Deleting it again is `unchanged`.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The entry is gone, or what was done later keeps it (`superseded`).
          headers:
            Location:
              description: The entry's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EntryWritten'}
              example:
                entry: null
                outcome: applied
                dialog: Deleted 180 lb.
                undo:
                  opId: 019ad8f2-9c10-7d33-a1b2-70c4f0d1e2f3
                  expiresAt: '2026-12-31T07:31:00Z'
                  label: Bring 180 lb back
                serverTime: '2026-12-01T07:31:00.5Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoEntry'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits:
    get:
      tags: [habits]
      operationId: listHabits
      summary: List habits, in the person's order
      description: |
        Needs scope `app`, `intent` or `read`. By `position`, equal ones in the order of their making; archived ones only
        where they are asked for. An account is given 500 habits, which `limit=500` answers at once. With `ids` the habits are answered in the order asked for,
        archived or not; those that there are not are left out. It goes with no other parameter, and `limit` is ignored.
      parameters:
        - name: ids
          in: query
          description: Up to 500 ids, with commas between them; a repeated one is answered once.
          style: form
          explode: false
          schema: {type: array, maxItems: 500, items: {type: string, format: uuid}}
        - name: q
          in: query
          description: Only habits whose name holds this text, in whichever case; empty is the same as not given.
          schema: {type: string, maxLength: 200, pattern: '^[^\x00]*$'}
          example: read
        - name: archived
          in: query
          schema: {type: string, enum: ['false', 'true', any], default: 'false'}
        - name: limit
          in: query
          description: Habits on a page; what is above 500 is lowered to it.
          schema: {type: integer, minimum: 1, default: 50}
        - name: cursor
          in: query
          description: The `nextCursor` of the page before; opaque.
          schema: {type: string}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: A page.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Link:
              description: 'The next page, `rel="next"`; absent on the last.'
              schema: {type: string}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitPage'}
              example:
                habits:
                  - &habit
                    id: 019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa
                    name: Read
                    kind: count
                    target: {value: 20, direction: atLeast, unit: pages}
                    schedule: {from: '2026-01-01', type: weekdays, weekdays: [1, 3, 5]}
                    schedules:
                      - {from: '2026-01-01', type: weekdays, weekdays: [1, 3, 5]}
                    pauses:
                      - {from: '2026-08-01', to: '2026-08-14'}
                    icon: book
                    color: '#34c759'
                    position: 0
                    archived: false
                    note: null
                    title: Read
                    subtitle: At least 20 pages · Mon, Wed, Fri
                    version: '2026-12-01T07:30:02.125Z'
                    rev: 3
                    createdAt: '2026-12-01T07:30:02.125Z'
                    updatedAt: '2026-12-01T07:30:02.125Z'
                nextCursor: null
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    post:
      tags: [habits]
      operationId: createHabit
      summary: Make a habit
      description: |
        Needs scope `app`. Without a schedule the habit is due every day. A `schedule` holds from the beginning unless its
        `from` says otherwise; `schedules` are all that the habit has had. An `id` that exists already is put anew, by the rule that the newest act
        wins; its kind stays.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/HabitRequest'}
            examples:
              check:
                value: {name: Read, kind: check}
              count:
                value:
                  name: Water
                  kind: count
                  target: {value: 8, unit: glasses}
                  schedule: {type: weekdays, weekdays: [1, 2, 3, 4, 5]}
                  icon: drop
                  color: '#0a84ff'
      responses:
        '201':
          description: The habit is new.
          headers:
            Location:
              description: The habit's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitWritten'}
              example:
                habit: *habit
                outcome: applied
                dialog: Added “Read”.
                undo:
                  opId: 019ad8f3-0c20-7c19-93e0-8f3f0f5a7b21
                  expiresAt: '2026-12-02T07:30:02.125Z'
                  label: Undo saving “Read”
                serverTime: '2026-12-01T07:30:02.125Z'
        '200':
          description: The habit existed and has the new fields (`applied`), or keeps those of a newer act (`superseded`).
          headers:
            Location:
              description: The habit's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`too-many-habits`: the account has 500. What an undo brings back is not refused.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}:
    get:
      tags: [habits]
      operationId: readHabit
      summary: Read a habit
      description: 'Needs scope `app`, `intent` or `read`. `schedule` is the one in force on the person''s day.'
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The habit.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Habit'}
              example: *habit
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    put:
      tags: [habits]
      operationId: putHabit
      summary: Write all fields of a habit
      description: |
        Needs scope `app`. Makes the habit, or writes all its fields anew, and brings a deleted one back with its days. Its
        kind stays what it was made with.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/HabitRequest'}
            example: {name: Read, kind: check}
      responses:
        '201':
          description: The habit is new.
          headers:
            Location:
              description: The habit's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitWritten'}
        '200':
          description: The habit has the new fields (`applied`), or what was done later hides them (`superseded`).
          headers:
            Location:
              description: The habit's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`too-many-habits`: the account has 500. What an undo brings back is not refused.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    patch:
      tags: [habits]
      operationId: patchHabit
      summary: Change some fields of a habit
      description: |
        Needs scope `app`. A merge patch (RFC 7396): fields that are not named stay, null empties `icon`, `color` and `note`. A
        `schedule` is one version more: it holds from the day that its `from` says, else from the day on which the person
        acts, and what was due before stays as it was. `schedules` and `pauses` replace all. A patch of a deleted habit is
        kept, and answered `superseded` with `habit: null`.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema: {$ref: '#/components/schemas/HabitPatch'}
            example: {schedule: {type: perWeek, times: 3}}
          application/json:
            schema: {$ref: '#/components/schemas/HabitPatch'}
      responses:
        '200':
          description: The habit as it is now, and what became of the act.
          headers:
            Location:
              description: The habit's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    delete:
      tags: [habits]
      operationId: deleteHabit
      summary: Delete a habit
      description: |
        Needs scope `app`. Its days are hidden with it, and come back with it. It can be undone for 30 days.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The habit is gone, or what was done later keeps it (`superseded`).
          headers:
            Location:
              description: The habit's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}/days:
    get:
      tags: [habits]
      operationId: listHabitDays
      summary: What was recorded of a habit
      description: |
        Needs scope `app`, `widget`, `intent` or `read`. The days on which something was recorded, in their order; at most
        the latest 4,000.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - name: from
          in: query
          description: The first day.
          schema: {$ref: '#/components/schemas/Day'}
        - name: to
          in: query
          description: The day before which the days end; at most 4,000 days after `from`.
          schema: {$ref: '#/components/schemas/Day'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The days.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitDayList'}
              example:
                days:
                  - &day
                    habitId: 019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa
                    day: '2026-12-01'
                    done: false
                    count: 12.5
                    skipped: false
                    note: null
                    version: '2026-12-01T07:30:02.125Z'
                    rev: 4
                    updatedAt: '2026-12-01T07:30:02.125Z'
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}/days/{day}:
    get:
      tags: [habits]
      operationId: readHabitDay
      summary: Read a day of a habit
      description: |
        Needs scope `app`, `widget`, `intent` or `read`. A day on which nothing was recorded is answered too: `done` is null,
        `rev` is 0, `version` is null.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/DayOfPath'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The day.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitDay'}
              example: *day
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    put:
      tags: [habits]
      operationId: putHabitDay
      summary: Say what was done on a day
      description: |
        Needs scope `app`, `widget` or `intent`. Writes the state (`done` of a check, `count` of a counted habit, `skipped` of
        either; null clears it), the note, or both; what is not named stays. It says what is wanted, so that sending it again, or
        from an old screen, inverts nothing: of two acts on one day the one that the person did later wins.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/DayOfPath'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/HabitDayRequest'}
            examples:
              done:
                value: {done: true}
              count:
                value: {count: 12.5, note: on the train}
              skipped:
                value: {skipped: true}
      responses:
        '200':
          description: The day as it is now, and what became of the act.
          headers:
            Location:
              description: The day's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitDayWritten'}
              example:
                day: *day
                outcome: applied
                dialog: '“Read”: 12.5 of 20 pages.'
                streakDays: 3
                streakUnits: 3
                undo:
                  opId: 019ad8f3-1d40-7c19-93e0-8f3f0f5a7b21
                  expiresAt: '2026-12-02T07:30:02.125Z'
                  label: Undo the change to “Read”
                serverTime: '2026-12-01T07:30:02.125Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}/days/{day}/increment:
    post:
      tags: [habits]
      operationId: incrementHabitDay
      summary: Add to a day's amount
      description: |
        Needs scope `app`, `widget` or `intent`. Of a counted habit. Adds `by`, or takes it away below 0; the amount stays
        within 0 and 10⁹, a skipped day counts as 0. Increments from many sides all count, in whatever order they arrive: a
        `count` that the person set in between by acted time is what the later ones add to.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/DayOfPath'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/IncrementRequest'}
            example: {by: 1}
      responses:
        '200':
          description: The day as it is now, and what became of the act.
          headers:
            Location:
              description: The day's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitDayWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '410': {$ref: '#/components/responses/TooLate'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}/days/{day}/toggle:
    post:
      tags: [habits]
      operationId: toggleHabitDay
      summary: Turn a day over, if it is as it was shown
      description: |
        Needs scope `app`, `widget` or `intent`. Of a check. Sets the opposite of `shown` where the day is as it was shown; else
        nothing changes, the answer says how the day is, and `undo` is null. For the simplest of buttons; whoever can should
        put the state that is wanted.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/DayOfPath'}
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/ToggleRequest'}
            example: {shown: false}
      responses:
        '200':
          description: The day as it is now, and what became of the act.
          headers:
            Location:
              description: The day's path.
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitDayWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}/stats:
    get:
      tags: [habits]
      operationId: readHabitStats
      summary: Streaks, score, and how much of what was due was done
      description: |
        Needs scope `app`, `intent` or `read`. Two streaks: `streakDays` counts days in a row as Loop Habit Tracker does, a
        skipped day among them, and a day that its week's other days stand for; `streakUnits` counts due days, or whole weeks,
        months and spans of days, that were satisfied one after the other: skipped and paused ones neither break it nor add to
        it. Today breaks neither, as long as it can still be done. `score` is Loop's, 0 to 1.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The numbers.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/HabitStats'}
              example:
                habitId: 019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa
                day: '2026-12-01'
                score: 0.655748
                streakDays: 20
                streakUnits: 20
                bestStreakDays: 31
                bestStreakUnits: 31
                completion:
                  last7Days: {satisfied: 7, missed: 0, share: 1}
                  last30Days: {satisfied: 27, missed: 3, share: 0.9}
                  last365Days: {satisfied: 310, missed: 40, share: 0.885714}
                  all: {satisfied: 310, missed: 40, share: 0.885714}
                firstDay: '2025-12-17'
                lastDay: '2026-12-01'
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/habits/{id}/heatmap.svg:
    get:
      tags: [habits]
      operationId: readHeatmap
      summary: A year of a habit as a picture
      description: |
        Needs scope `app`, `intent` or `read`. SVG with a square for each day of the last year, the fuller the darker; light
        and dark by the viewer's preference, in the answer's language and the habit's color, with a title and a description.
        No script, nothing fetched.
      parameters:
        - {$ref: '#/components/parameters/RecordId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The picture.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
            Content-Security-Policy:
              description: '`default-src ''none''; style-src ''unsafe-inline''`'
              schema: {type: string}
          content:
            image/svg+xml:
              schema: {type: string}
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/days/{day}:
    get:
      tags: [habits]
      operationId: readDay
      summary: One day of all habits
      description: |
        Needs scope `app`, `widget`, `intent` or `read`. A day for each habit that is not archived, in the order of habits,
        empty ones too.
      parameters:
        - {$ref: '#/components/parameters/DayOfPath'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The day.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/DayOfHabits'}
              example:
                day: '2026-12-01'
                days:
                  - *day
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoHabit'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/widget:
    get:
      tags: [widgets]
      operationId: readWidget
      summary: What a widget draws from
      description: |
        Needs scope `app`, `widget` or `read`. The person's day: each habit that is not archived with its state and streaks, the
        latest weight and where its trend has come to. Small, and 304 while nothing changes; at `refreshAfter` the person's next day begins,
        and the snapshot is another one though nothing was written. `version` is what a tap sends back as `Kiroku-Seen`.
      parameters:
        - name: focus
          in: query
          description: |
            The name of a filter of this client (`Kiroku-Client-Id`): what it hides is left out. One that there is not hides
            nothing.
          schema: {type: string, minLength: 1, maxLength: 100, pattern: '^[^\x00]+$'}
          example: work
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The snapshot.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/WidgetSnapshot'}
              example:
                day: '2026-12-01'
                refreshAfter: '2026-12-01T18:00:00Z'
                habits:
                  - id: 019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa
                    title: Read
                    icon: book
                    color: '#34c759'
                    kind: check
                    target: null
                    count: null
                    done: true
                    skipped: false
                    isDue: true
                    streakDays: 20
                    streakUnits: 20
                    version: '2026-12-01T07:30:02.125Z'
                weight:
                  entryId: 019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa
                  weightKg: 65.2
                  title: 65.2 kg
                  recordedAt: '2026-12-01T07:30:00Z'
                  day: '2026-12-01'
                  trendKg: 65.512
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/shortcuts:
    get:
      tags: [widgets]
      operationId: readShortcuts
      summary: What App Shortcuts may name
      description: |
        Needs scope `app`, `intent` or `read`. The choices of their parameters: the habits that are not archived, in the person's
        order, and apart from it the order in which to suggest them: what is likely on this weekday first (see `/v1/predictions`), then what
        the person recorded most often of late. `version` names the set of choices whatever its order:
        when it has changed, the app has to tell the system.
      parameters:
        - name: focus
          in: query
          description: |
            The name of a filter of this client (`Kiroku-Client-Id`): what it hides is left out. One that there is not hides
            nothing.
          schema: {type: string, minLength: 1, maxLength: 100, pattern: '^[^\x00]+$'}
          example: work
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The choices.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Shortcuts'}
              example:
                version: 8f0c3a1d94e2b775
                habits:
                  - {id: 019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa, title: Read}
                suggested: [019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa]
                hiddenIntents: []
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/predictions:
    get:
      tags: [widgets]
      operationId: readPredictions
      summary: When the person is likely to do again what they did
      description: |
        Needs scope `app`, `intent` or `read`. From the person's own acts of the last eight weeks, undone ones and imports left out: of each
        intent (with the habit it was performed on) and of each habit (by whatever way), by weekday, the share of its days on
        which it was done, and up to three windows of an hour, in local time, in which. A day's weight halves every four weeks; today does not count. `ready` is
        false until seven days after the first act; then there are no weekdays yet. docs/predictions.md has the formula.
      parameters:
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The predictions, what was done most first; at most 100.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Predictions'}
              example:
                day: '2026-12-01'
                timeZone: Asia/Tokyo
                ready: true
                predictions:
                  - intent: LogWeight
                    habitId: null
                    ready: true
                    weekdays:
                      - weekday: 1
                        probability: 0.894
                        windows:
                          - {from: '06:30', to: '07:30', probability: 0.788}
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/focus-filters/{name}:
    parameters:
      - name: name
        in: path
        required: true
        description: Of the Focus, as the app calls it.
        schema: {type: string, minLength: 1, maxLength: 100, pattern: '^[^\x00]*$'}
        example: work
    get:
      tags: [widgets]
      operationId: readFocusFilter
      summary: What a client hides while a Focus is on
      description: 'Needs scope `app` or `read`. Of the client that asks, by `Kiroku-Client-Id`.'
      parameters:
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The filter.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/FocusFilter'}
              example: &focusFilter
                name: work
                clientId: 0190f1c2-aabb-4ccd-8eef-0123456789ab
                hiddenHabits: [019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa]
                hiddenIntents: [LogWeightIntent]
                rev: 9
                updatedAt: '2026-12-01T07:30:02.125Z'
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoFocusFilter'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    put:
      tags: [widgets]
      operationId: putFocusFilter
      summary: Say what a client hides while a Focus is on
      description: |
        Needs scope `app`. What is hidden is left out where `?focus=` names the filter. It can't be undone; the same key
        again has no second effect.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/FocusFilterRequest'}
            example: {hiddenHabits: [019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa], hiddenIntents: [LogWeightIntent]}
      responses:
        '201':
          description: The filter is new.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/FocusFilterWritten'}
        '200':
          description: It was changed (`applied`), or was so before (`unchanged`).
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/FocusFilterWritten'}
              example:
                focusFilter: *focusFilter
                outcome: applied
                dialog: Saved what “work” hides.
                serverTime: '2026-12-01T07:30:02.125Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoFocusFilter'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`too-many-focus-filters`: the account has 500, over all its clients.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    delete:
      tags: [widgets]
      operationId: deleteFocusFilter
      summary: Hide nothing any more while a Focus is on
      description: Needs scope `app`. It can't be undone.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/IfMatch'}
        - {$ref: '#/components/parameters/IfAbsent'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The filter is gone.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/FocusFilterWritten'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NoFocusFilter'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '412': {$ref: '#/components/responses/ConditionFailed'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/sync:
    post:
      tags: [sync]
      operationId: sync
      summary: Send what a device did, and learn what has changed
      description: |
        Needs scope `app`. Stores the operations in their order, in one transaction, each by itself good or bad; then
        answers the first page of what has changed after `cursor`, the device's own changes included (see
        `GET /v1/changes`).

        An operation is a write: `opId` is its `Idempotency-Key`, `fields` is what the body of the same write through its
        own path is, and the same operation again, through either door, has no second effect. Unlike there, an operation on
        a record that nobody knows is kept: what it needs may be on its way.

        What an `outcome` means for a device's outbox: `applied`, `duplicate`, `superseded` and `unchanged` are stored, and
        `rejected` never will be; all five are done with. Anything but 200 stored nothing that has to be known: with 5xx
        and 429 send all of it again later, with 410 without the cursor; other 4xx are faults of the client.
      parameters:
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/SyncRequest'}
            example:
              cursor: null
              clientId: 0190f1c2-aabb-4ccd-8eef-0123456789ab
              clockOffsetMs: -250
              ops:
                - opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                  record: {type: entry, id: 019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa}
                  kind: put
                  fields: {weightKg: 65.2}
                  actedAt: '2026-12-01T07:30:02.125Z'
                  source: app
                - opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b22
                  record: {type: day, id: 019ad8f3-0c20-7f31-a4d5-6b1e02c7f9aa/2026-12-01}
                  kind: set
                  fields: {done: true}
                  actedAt: '2026-12-01T07:31:00Z'
                  source: widget
                - opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b23
                  record: {type: operation, id: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b20}
                  kind: undo
      responses:
        '200':
          description: What became of each operation, and what has changed.
          headers:
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/SyncAnswer'}
              example:
                results:
                  - opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b23
                    outcome: rejected
                    record: null
                    problem:
                      type: urn:kiroku:problem:undo-expired
                      title: Too late to undo
                      status: 410
                      detail: That was too long ago to be undone or redone.
                      code: undo-expired
                      requestId: req-7f3a
                shiftMs: 0
                changes: []
                cursor: aeaaaaaaaaaaabyaaaaaaaaaaaaacsqaaaaaaaaaaaaa
                hasMore: false
                fullSync: true
                serverTime: '2026-12-01T07:31:02Z'
                shortcutsVersion: d41d8cd98f00b204
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '410': {$ref: '#/components/responses/CursorExpired'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/changes:
    get:
      tags: [sync]
      operationId: listChanges
      summary: Pull what has changed
      description: |
        Needs scope `app`. The records that changed after `cursor`, each once and as it is now, in the order of `rev`; a
        page is one snapshot. Without a cursor it is a full sync: every page of it has `fullSync: true`, and at its end
        (`hasMore: false`) a device drops the records that it knows and was not told of. A habit that is deleted takes its
        days with it. Donations are told to the client that made them (`Kiroku-Client-Id`): one that is `deleted` has to be
        deleted from the device's system too, by its `donationIdentifier`.

        Where nothing has changed and `wait` is given, the answer comes as soon as something does, or when the time is
        over: it is then empty, as it is when the server stops or the token ends meanwhile.

        410 `sync-cursor-expired`: the cursor is of another state of the database, or older than what is remembered of
        deletions (at least 90 days). Pull again without a cursor.
      parameters:
        - name: cursor
          in: query
          description: The `cursor` of the answer before; opaque. Without one, everything.
          schema: {type: string}
        - name: limit
          in: query
          description: Changes on a page; what is above 500 is lowered to it.
          schema: {type: integer, minimum: 1, default: 500}
        - name: wait
          in: query
          description: Seconds to wait for a change where there is none; what is above 30 is lowered to it.
          schema: {type: integer, minimum: 0, default: 0}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: A page, maybe empty.
          headers:
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/ChangePage'}
              example:
                changes:
                  - type: entry
                    id: 019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa
                    rev: 41
                    version: '2026-12-01T07:30:02.125Z'
                    deleted: true
                    value: null
                cursor: aeaaaaaaaaaaabyaaaaaaaaaaaaacsqaaaaaaaaaaaaa
                hasMore: false
                fullSync: false
                serverTime: '2026-12-01T07:31:00Z'
                shortcutsVersion: d41d8cd98f00b204
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '410': {$ref: '#/components/responses/CursorExpired'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/changes/stream:
    get:
      tags: [sync]
      operationId: streamChanges
      summary: Be told when there is something to pull
      description: |
        Needs scope `app`. Server-sent events (HTML Living Standard §9.2). An event `change` says that something has
        changed, no matter on which device or through which replica; what it was is pulled from `/v1/changes` with the
        device's own cursor. Its `id` is a cursor up to which the device has been told: a client that connects again sends
        it as `Last-Event-ID`, as `EventSource` does by itself, and is told at once if it missed something. At least every
        25 seconds the stream says something.

        It ends when the token is revoked, when the account is deleted and when the server stops.
      parameters:
        - name: cursor
          in: query
          description: What the device has pulled; it is told at once of anything later. Without one, of what comes.
          schema: {type: string}
        - name: Last-Event-ID
          in: header
          description: The `id` of the last event that was received; goes before `cursor`.
          schema: {type: string}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The stream.
          content:
            text/event-stream:
              schema: {type: string}
              example: |
                event: change
                id: aeaaaaaaaaaaabyaaaaaaaaaaaaacsqaaaaaaaaaaaaa
                data: {"rev":42}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '410': {$ref: '#/components/responses/CursorExpired'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/operations:
    get:
      tags: [operations]
      operationId: listOperations
      summary: List what was done, newest act first
      description: |
        Needs scope `app` or `read`. Every write, in the order in which the person acted, undos and redos among them.
        An operation that was there at the first page is on exactly one of them.
      parameters:
        - name: limit
          in: query
          description: Operations on a page; what is above 500 is lowered to it.
          schema: {type: integer, minimum: 1, default: 50}
        - name: cursor
          in: query
          description: The `nextCursor` of the page before; opaque.
          schema: {type: string}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: A page.
          headers:
            Link:
              description: 'The next page, `rel="next"`; absent on the last.'
              schema: {type: string}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/OperationPage'}
              example:
                operations:
                  - opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                    kind: put
                    record: {type: entry, id: 019ad8f2-7b10-7e44-8c0f-54f1c0b7d9aa}
                    target: null
                    actedAt: '2026-12-01T07:30:02.125Z'
                    receivedAt: '2026-12-01T07:30:02.125Z'
                    clientId: 0190f1c2-aabb-4ccd-8eef-0123456789ab
                    source: siri
                    intent: LogWeightIntent
                    outcome: applied
                    cancelled: false
                    undoUntil: '2026-12-02T07:30:02.125Z'
                    label: Logged 180 lb
                nextCursor: null
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/undo:
    post:
      tags: [operations]
      operationId: undo
      summary: Take an act back
      description: |
        Needs scope `app`, `intent` or `widget`, which takes back only what was done on days. Cancels one put, patch, delete,
        set or increment and touches nothing else: what was done before and after it stays. `opId` names it; `intent` means the newest act of that intent, by whichever
        client; nothing at all means the newest act of this client. The newest act is meant whether it was undone
        or not, so that an undo that is sent twice answers `alreadyUndone` and changes nothing but the record's `version`.

        An act can be undone for 24 hours after it was done, a delete for 30 days. The donations of the act are deleted with
        it, and answered; a redo does not bring them back.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/UndoRequest'}
            examples:
              operation:
                value: {opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21}
              intent:
                value: {intent: LogWeightIntent}
              client:
                value: {}
      responses:
        '200':
          description: |
            `undone`; `alreadyUndone` where it was so before; `superseded` where a later redo had been stored.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Reversed'}
              example:
                outcome: undone
                dialog: Undid logging 180 lb.
                operation: &operation
                  opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                  kind: put
                  actedAt: '2026-12-01T07:30:02.125Z'
                  label: Logged 180 lb
                entry: null
                redo:
                  opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                  expiresAt: '2026-12-02T07:30:02.125Z'
                  label: Log 180 lb again
                donations: []
                serverTime: '2026-12-01T07:31:00.5Z'
        '202':
          description: |
            `pending`: no operation with this id has arrived. The undo is kept, and holds as soon as it arrives, unless
            it was done longer ago than an undo may come.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Reversed'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NothingToUndo'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '410': {$ref: '#/components/responses/TooLate'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/redo:
    post:
      tags: [operations]
      operationId: redo
      summary: Bring an undone act back
      description: |
        Needs scope `app`, `intent` or `widget`. Possible as long as the act could be undone.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/ActedAt'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/Seen'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/RedoRequest'}
            example: {opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21}
      responses:
        '200':
          description: |
            `redone`; `alreadyRedone` where it was not undone; `superseded` where a later undo had been stored.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Reversed'}
              example:
                outcome: redone
                dialog: Logged 180 lb again.
                operation: *operation
                entry: *entry
                undo:
                  opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                  expiresAt: '2026-12-02T07:30:02.125Z'
                  label: Undo logging 180 lb
                serverTime: '2026-12-01T07:32:00.5Z'
        '202':
          description: |
            `pending`: no operation with this id has arrived. The redo is kept, and holds as soon as it arrives.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Reversed'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NothingToUndo'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '410': {$ref: '#/components/responses/TooLate'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/donations:
    post:
      tags: [donations]
      operationId: recordDonation
      summary: Tell that an intent was donated
      description: |
        Needs scope `app` or `intent`. After a person did a thing in the app, and it was saved, and the app has told its
        system so ("donated" the intent that does the same), this records it: `opId` is the act's, the donation's own id is
        its `Idempotency-Key`. Donate where the act's answer says `donate.recommended: true`.

        A donation lives on the device that makes it, `Kiroku-Client-Id`; once a local day (the act's), intent and habit is
        enough. It is an `intent_donated` event by itself. It can't be undone: it is deleted when its act is undone, or with
        `DELETE`, and the device is told so by `/v1/changes`.
      parameters:
        - {$ref: '#/components/parameters/IdempotencyKey'}
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/DonationRequest'}
            example:
              opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b20
              intent: LogWeightIntent
              donationIdentifier: 3F2504E0-4F89-11D3-9A0C-0305E82C3301
              donatedAt: '2026-12-01T07:30:03Z'
      responses:
        '201':
          description: It is recorded.
          headers:
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/DonationRecorded'}
              example:
                donation: &donation
                  id: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b25
                  opId: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b20
                  intent: LogWeightIntent
                  habitId: null
                  donationIdentifier: 3F2504E0-4F89-11D3-9A0C-0305E82C3301
                  donatedAt: '2026-12-01T07:30:03Z'
                  localDay: '2026-12-01'
                  clientId: 0190f1c2-aabb-4ccd-8eef-0123456789ab
                  rev: 42
                created: true
                discarded: false
                dialog: This can be suggested from now on.
                serverTime: '2026-12-01T07:30:03.25Z'
        '200':
          description: |
            Nothing new is recorded. `created: false` alone: this client donated the intent, and habit, on the act's local
            day already. `discarded: true`: the act has been undone, so the app deletes the donation from its system.
          headers:
            Idempotency-Replayed: {$ref: '#/components/headers/IdempotencyReplayed'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/DonationRecorded'}
              example:
                donation: null
                created: false
                discarded: true
                dialog: That was undone, so it isn't suggested.
                serverTime: '2026-12-01T07:30:03.25Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '409':
          description: '`act-not-saved`: the operation is not known. Save it first, then tell again.'
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422':
          description: |
            Values are wrong; or `donation-not-applicable`: the act's source is not `app`, so the system knows of it by
            itself, or nobody did it in the app.
          content:
            application/problem+json:
              schema: {$ref: '#/components/schemas/Problem'}
        '429': {$ref: '#/components/responses/TooMany'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '503': {$ref: '#/components/responses/Unavailable'}
    get:
      tags: [donations]
      operationId: listDonations
      summary: List what was donated, newest first
      description: |
        Needs scope `app`, `intent` or `read`. The donations of all of the account's devices that are not deleted.
      parameters:
        - {$ref: '#/components/parameters/DonatedIntent'}
        - name: limit
          in: query
          description: Donations on a page; what is above 500 is lowered to it.
          schema: {type: integer, minimum: 1, default: 50}
        - name: cursor
          in: query
          description: The `nextCursor` of the page before; opaque.
          schema: {type: string}
        - {$ref: '#/components/parameters/IfNoneMatch'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: A page.
          headers:
            Link:
              description: 'The next page, `rel="next"`; absent on the last.'
              schema: {type: string}
            ETag: {$ref: '#/components/headers/ETag'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/DonationPage'}
              example:
                donations: [*donation]
                nextCursor: null
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}
    delete:
      tags: [donations]
      operationId: deleteDonations
      summary: Delete what was donated
      description: |
        Needs scope `app` or `intent`. Deletes the donations of an intent, or all, on whichever device they live, at most
        500 at once: again while `hasMore` says so. The answer tells which, those of the calling client first, and
        `/v1/changes` tells each device of its own. The same again deletes nothing more; it can't be undone.
      parameters:
        - {$ref: '#/components/parameters/DonatedIntent'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: They are deleted, or there were none.
          headers:
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/DonationsDeleted'}
              example:
                donations: [*donation]
                hasMore: false
                dialog: Forgot one suggestion.
                serverTime: '2026-12-01T07:31:00.5Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/events:
    post:
      tags: [events]
      operationId: recordEvents
      summary: Tell of what happened without a write
      description: |
        Needs scope `app` or `intent`. For intents that write nothing, the opening of the app, and whatever a client wants
        counted. A write with `Kiroku-Intent` is its `intent_performed` event already: it is not told of
        here, and one that is, by the operation's id as `id` or `opId`, is counted once. So is a donation that
        `POST /v1/donations` has recorded.

        Events may come late, in any order and more than once: an `id` that is known for its month is `duplicate`. What
        is older than the raw events that are kept, 400 days, is `expired`. Where the newest lies in the server's
        future, all are moved down in time together, by `shiftMs`. An event with `opId` is undone with that operation.

        `Kiroku-Client-Id` and `Kiroku-Clock-Offset-Ms` hold for all; `Kiroku-Source`, `Kiroku-Intent`,
        `Kiroku-Session-Id` and `Kiroku-Time-Zone` for those that do not say it themselves.
      parameters:
        - {$ref: '#/components/parameters/ClockOffset'}
        - {$ref: '#/components/parameters/ClientId'}
        - {$ref: '#/components/parameters/Source'}
        - {$ref: '#/components/parameters/Intent'}
        - {$ref: '#/components/parameters/SessionId'}
        - {$ref: '#/components/parameters/TimeZone'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Events'}
            example:
              events:
                - id: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
                  name: intent_donated
                  intent: LogWeightIntent
                  source: app
                  occurredAt: '2026-12-01T07:30:02.125Z'
                - id: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b22
                  name: app_open
                  foreground: true
                  properties: {screen: today, launchMs: 412}
      responses:
        '200':
          description: What became of each, in the order of the request.
          headers:
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/EventReceipt'}
              example:
                results:
                  - {id: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21, outcome: recorded}
                  - {id: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b22, outcome: duplicate}
                shiftMs: 0
                serverTime: '2026-12-01T07:31:00.5Z'
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '408': {$ref: '#/components/responses/TooSlow'}
        '413': {$ref: '#/components/responses/TooLarge'}
        '431': {$ref: '#/components/responses/HeaderTooLarge'}
        '415': {$ref: '#/components/responses/UnsupportedMediaType'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/measures/funnel:
    get:
      tags: [measures]
      operationId: readFunnel
      summary: How far new people come
      security:
        - analytics: []
      description: |
        Needs a token of analytics. Account made → (intent donated →) intent performed → performed again, in a person's
        first local days. A person is in a step if they are in all before it. No rate is told of fewer than 5 people.
      parameters:
        - {$ref: '#/components/parameters/CohortFrom'}
        - {$ref: '#/components/parameters/CohortTo'}
        - name: windowDays
          in: query
          description: Local days that count, from the one on which the account was made.
          schema: {type: integer, minimum: 1, maximum: 28, default: 7}
        - name: times
          in: query
          description: How many acts, or days, the last step takes.
          schema: {type: integer, minimum: 2, maximum: 10, default: 3}
        - name: count
          in: query
          description: Whether the last step counts acts or local days with one.
          schema: {type: string, enum: [acts, days], default: acts}
        - name: donated
          in: query
          description: Whether there is a step for the first donation.
          schema: {type: string, enum: ['false', 'true'], default: 'false'}
        - name: order
          in: query
          description: Whether only acts after the donation count. With `any` they count in whatever order.
          schema: {type: string, enum: [sequential, any], default: sequential}
        - name: undone
          in: query
          description: Whether acts that were undone count.
          schema: {type: string, enum: [include, exclude], default: include}
        - {$ref: '#/components/parameters/MeasureFormat'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The measure.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Funnel'}
              example:
                from: null
                to: null
                windowDays: 7
                times: 3
                count: acts
                order: sequential
                undone: include
                immature: 1
                steps:
                  - step: account_made
                    people: 9
                    rateFromFirst: 1
                    rateFromPrevious: 1
                    medianSecondsFromFirst: 0
                    medianSecondsFromPrevious: 0
                  - step: intent_performed
                    people: 6
                    rateFromFirst: 0.666667
                    rateFromPrevious: 0.666667
                    medianSecondsFromFirst: 3600
                    medianSecondsFromPrevious: 3600
                  - step: intent_performed_repeatedly
                    people: 3
                    rateFromFirst: 0.333333
                    rateFromPrevious: 0.5
                    medianSecondsFromFirst: 259200
                    medianSecondsFromPrevious: 172800
                waitingAccounts: 0
            text/csv:
              schema: {type: string}
              example: |
                step,people,rate_from_first,rate_from_previous,median_seconds_from_first,median_seconds_from_previous
                account_made,9,1,1,0,0
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/measures/sources:
    get:
      tags: [measures]
      operationId: readSources
      summary: From where intents are performed
      security:
        - analytics: []
      description: |
        Needs a token of analytics. Events and people by source, for each day, week (from Monday on) or month of local
        days. The range is widened to whole buckets. Shares are of events and add up to 1; a person may be among those
        of several sources.
      parameters:
        - name: bucket
          in: query
          schema: {type: string, enum: [day, week, month], default: week}
        - {$ref: '#/components/parameters/DaysFrom'}
        - {$ref: '#/components/parameters/DaysTo'}
        - {$ref: '#/components/parameters/MeasureFormat'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The measure.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/SourceMix'}
              example:
                bucket: week
                from: '2026-01-05'
                to: '2026-01-12'
                buckets:
                  - start: '2026-01-05'
                    events: 10
                    people: 5
                    sources:
                      - {source: siri, events: 8, people: 5, share: 0.8}
                      - {source: widget, events: 2, people: 1, share: 0.2}
                waitingAccounts: 0
            text/csv:
              schema: {type: string}
              example: |
                start,source,events,people,share
                2026-01-05,siri,8,5,0.8
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/measures/retention:
    get:
      tags: [measures]
      operationId: readRetention
      summary: Whether people come back
      security:
        - analytics: []
      description: |
        Needs a token of analytics. Of those who performed an intent in local days 0–6 that was not undone, and of the
        others, how many wrote something or opened the app in week k, local days 7k to 7k + 6. People whose week is not
        over are `immature` and in neither. Intervals are of 95 %: Wilson's, and Newcombe's of the difference.
      parameters:
        - {$ref: '#/components/parameters/CohortFrom'}
        - {$ref: '#/components/parameters/CohortTo'}
        - name: weeks
          in: query
          schema: {type: integer, minimum: 1, maximum: 52, default: 8}
        - {$ref: '#/components/parameters/MeasureFormat'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The measure.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Retention'}
              example:
                from: null
                to: null
                weeks:
                  - week: 1
                    exposed: {people: 3, returned: 2, rate: null, lower: null, upper: null}
                    others: {people: 4, returned: 2, rate: null, lower: null, upper: null}
                    difference: null
                    immature: 2
                note: This shows that the two go together, not that one brings about the other.
                waitingAccounts: 0
            text/csv:
              schema: {type: string}
              example: |
                week,exposed_people,exposed_returned,exposed_rate,exposed_lower,exposed_upper
                1,3,2,,,
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /v1/measures/donations:
    get:
      tags: [measures]
      operationId: readDonationUse
      summary: How often intents are donated and performed
      security:
        - analytics: []
      description: |
        Needs a token of analytics. For each intent and local day, how often it was donated and performed, and by how
        many people.
      parameters:
        - {$ref: '#/components/parameters/DaysFrom'}
        - {$ref: '#/components/parameters/DaysTo'}
        - name: intent
          in: query
          description: Only of this intent.
          schema: {type: string, maxLength: 200, pattern: '^[^\x00]*$'}
        - {$ref: '#/components/parameters/MeasureFormat'}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200':
          description: The measure.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
            Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
            Content-Language: {$ref: '#/components/headers/ContentLanguage'}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/DonationUse'}
              example:
                from: '2026-01-05'
                to: '2026-02-02'
                days:
                  - {day: '2026-01-05', intent: LogWeightIntent, donated: 1, donors: 1, performed: 4, performers: 3, undone: 1}
                waitingAccounts: 0
            text/csv:
              schema: {type: string}
              example: |
                day,intent,donated,donors,performed,performers,undone
                2026-01-05,LogWeightIntent,1,1,4,3,1
        '304': {$ref: '#/components/responses/NotModified'}
        '400': {$ref: '#/components/responses/Malformed'}
        '401': {$ref: '#/components/responses/Unauthorized'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '406': {$ref: '#/components/responses/NotAcceptable'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/Invalid'}
        '429': {$ref: '#/components/responses/TooMany'}
        '503': {$ref: '#/components/responses/Unavailable'}

  /dashboard:
    get:
      tags: [pages]
      operationId: readDashboard
      summary: Look at the measures, or at one's own weight and habits
      description: |
        A page in HTML with SVG, without any script. With the session of a token of analytics (see POST) it shows the four
        measures, with that of an account's token the person's weight and habits; without a session, where to paste a
        token. The numbers are those that the measures, `/v1/entries/trend` and `/v1/habits/{id}/stats` answer, and each part
        names the address. In the language of `Accept-Language`, else the account's. What goes wrong is a page as well.
      security: []
      parameters:
        - name: period
          in: query
          description: The last days that the page is about.
          schema: {type: string, enum: [4w, 12w, 1y, all], default: 12w}
        - name: bucket
          in: query
          description: |
            What is counted together, on the page of the measures alone; one that does not go with the period is taken as the
            usual one.
          schema: {type: string, enum: [day, week, month]}
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '200': {$ref: '#/components/responses/Page'}
        '400': {$ref: '#/components/responses/PageRefusal'}
        '401': {$ref: '#/components/responses/PageUnauthorized'}
        '414': {$ref: '#/components/responses/TargetTooLong'}
        '422': {$ref: '#/components/responses/PageRefusal'}
        '429': {$ref: '#/components/responses/PageTooMany'}
        '503': {$ref: '#/components/responses/PageUnavailable'}
    post:
      tags: [pages]
      operationId: signIn
      summary: Sign in with a token
      description: |
        The form of the sign-in page. A token of analytics, or one of an account with scope `app` or `read`, is answered with the
        cookie of a session that holds for 8 hours, or until its token is ended. Refused where another site sends it
        (`Sec-Fetch-Site`, else `Origin`). Limited by address.
      security: []
      parameters:
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: {$ref: '#/components/schemas/SignInForm'}
      responses:
        '303': {$ref: '#/components/responses/SeeDashboard'}
        '400': {$ref: '#/components/responses/PageRefusal'}
        '401': {$ref: '#/components/responses/PageUnauthorized'}
        '403':
          description: '`insufficient-scope`, or `cross-site-request`, as a page.'
          content:
            text/html:
              schema: {type: string}
        '408': {$ref: '#/components/responses/PageRefusal'}
        '413': {$ref: '#/components/responses/PageRefusal'}
        '415': {$ref: '#/components/responses/PageRefusal'}
        '422': {$ref: '#/components/responses/PageRefusal'}
        '429': {$ref: '#/components/responses/PageTooMany'}
        '503': {$ref: '#/components/responses/PageUnavailable'}

  /dashboard/sign-out:
    post:
      tags: [pages]
      operationId: signOut
      summary: Sign out
      description: |
        Ends the browser's session, if there is one, and takes the cookie back. Refused where another site sends it.
      security: []
      parameters:
        - {$ref: '#/components/parameters/AcceptLanguage'}
        - {$ref: '#/components/parameters/Prefer'}
      responses:
        '303': {$ref: '#/components/responses/SeeDashboard'}
        '400': {$ref: '#/components/responses/PageRefusal'}
        '403':
          description: '`cross-site-request`, as a page.'
          content:
            text/html:
              schema: {type: string}
        '422': {$ref: '#/components/responses/PageRefusal'}
        '503': {$ref: '#/components/responses/PageUnavailable'}

  /dashboard/style.css:
    get:
      tags: [pages]
      operationId: readPageStyle
      summary: How the pages look
      security: []
      parameters:
        - {$ref: '#/components/parameters/IfNoneMatch'}
      responses:
        '200':
          description: The style sheet.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
          content:
            text/css:
              schema: {type: string}
        '304': {$ref: '#/components/responses/NotModified'}

  /dashboard/icon.svg:
    get:
      tags: [pages]
      operationId: readPageIcon
      summary: The icon of the browser's tab
      security: []
      parameters:
        - {$ref: '#/components/parameters/IfNoneMatch'}
      responses:
        '200':
          description: The icon.
          headers:
            ETag: {$ref: '#/components/headers/ETag'}
          content:
            image/svg+xml:
              schema: {type: string}
        '304': {$ref: '#/components/responses/NotModified'}

components:
  securitySchemes:
    bearer:
      type: http
      scheme: bearer
      description: |
        A token's secret: `krk_` and 84 characters of base32 (account id, 256 random bits, checksum). Scopes: `app`
        everything of the account; `intent` entries; `read` all reads; `widget` what a widget draws.
    analytics:
      type: http
      scheme: bearer
      description: |
        The secret of a token of analytics, which belongs to no account: `kiroku token create --scope analytics`.

  parameters:
    RecordId:
      name: id
      in: path
      required: true
      schema: {type: string, format: uuid}
    DayOfPath:
      name: day
      in: path
      required: true
      description: A local day, or `today`, which is the person's day now, or when they acted.
      schema:
        anyOf:
          - {type: string, const: today}
          - {$ref: '#/components/schemas/Day'}
    NewRecordId:
      name: id
      in: path
      required: true
      schema: {$ref: '#/components/schemas/NewId'}
    IdempotencyKey:
      name: Idempotency-Key
      in: header
      description: |
        Is the operation's id: a UUID as such, any other text (at most 255 characters, quoted or bare) hashed
        together with the account into one. Without it the server makes one, and a repeat is another act.
      schema:
        type: string
        pattern: '^([!#-+\x2D-~]{1,255}|"([ !#-\[\]-~]|\\["\\]){1,255}")$'
      example: 019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21
    IfMatch:
      name: If-Match
      in: header
      description: |
        Only where the entry's last change is the one of this tag, in whatever language the tag was read; `*` for
        any entry that there is. A known operation is answered before the condition is looked at.
      schema: {type: string}
      example: '"42-1y2p0ij32e8e7"'
    IfAbsent:
      name: If-None-Match
      in: header
      description: '`*` only where there is no such entry.'
      schema: {type: string}
      example: '*'
    ActedAt:
      name: Kiroku-Acted-At
      in: header
      description: When the person acted; now, if it isn't sent. What lies in the future is moved to now.
      schema: {$ref: '#/components/schemas/Instant'}
      example: '2026-12-01T16:30:00+09:00'
    ClockOffset:
      name: Kiroku-Clock-Offset-Ms
      in: header
      description: What the client found its clock to be behind the server's, at most ten years; is added to the acted time.
      schema: {type: integer, minimum: -315576000000, maximum: 315576000000}
    Seen:
      name: Kiroku-Seen
      in: header
      description: The record's `version` that the client showed. Who acts on what they see wins over it.
      schema: {$ref: '#/components/schemas/Instant'}
    ClientId:
      name: Kiroku-Client-Id
      in: header
      description: The installation that acts; the token's id, if it isn't sent.
      schema: {type: string, format: uuid}
    Source:
      name: Kiroku-Source
      in: header
      schema: {$ref: '#/components/schemas/Source'}
    Intent:
      name: Kiroku-Intent
      in: header
      description: The name of the App Intent that was performed.
      schema: {$ref: '#/components/schemas/IntentName'}
    SessionId:
      name: Kiroku-Session-Id
      in: header
      schema: {type: string, format: uuid}
    TimeZone:
      name: Kiroku-Time-Zone
      in: header
      description: Where the person is, by IANA name; the account's, if it isn't sent. Abbreviations are refused.
      schema: {$ref: '#/components/schemas/TimeZoneName'}
      example: Asia/Tokyo
    AcceptLanguage:
      name: Accept-Language
      in: header
      schema: {type: string}
      example: ja
    Prefer:
      name: Prefer
      in: header
      description: '`handling=lenient` ignores unknown fields and parameters (RFC 7240).'
      schema: {type: string}
    IfNoneMatch:
      name: If-None-Match
      in: header
      schema: {type: string}
    DonatedIntent:
      name: intent
      in: query
      description: Only donations of this intent.
      schema: {type: string, minLength: 1, maxLength: 200, pattern: '^[ -~]*$'}
      example: LogWeightIntent
    MeasureFormat:
      name: format
      in: query
      description: The form of the answer; without it `Accept` decides.
      schema: {type: string, enum: [json, csv]}
    CohortFrom:
      name: from
      in: query
      description: Only people whose account was made on this local day or later.
      schema: {$ref: '#/components/schemas/Day'}
    CohortTo:
      name: to
      in: query
      description: Only people whose account was made before this local day.
      schema: {$ref: '#/components/schemas/Day'}
    DaysFrom:
      name: from
      in: query
      description: The first local day.
      schema: {$ref: '#/components/schemas/Day'}
    DaysTo:
      name: to
      in: query
      description: The local day after the last; today is the last one without it.
      schema: {$ref: '#/components/schemas/Day'}

  headers:
    ETag:
      description: 'Strong, `"rev-hash"`.'
      schema: {type: string}
      example: '"42-1y2p0ij32e8e7"'
    ContentLanguage:
      schema: {type: string, enum: [en, ja]}
    IdempotencyReplayed:
      description: '`true` where the operation was known: this is the answer to its first arrival.'
      schema: {type: string, const: 'true'}
    IgnoredFields:
      description: |
        With `Prefer: handling=lenient`: what was ignored, percent-encoded. Fields by their pointers, parameters by their
        names after a `?`; at most 20, then `...` for the rest.
      schema: {type: string}
    RetryAfter:
      description: Seconds.
      schema: {type: integer}
    RateLimitPolicy:
      schema: {type: string}
      example: '"sign-up";q=10;w=3600'
    RateLimit:
      schema: {type: string}
      example: '"sign-up";r=9;t=0'

  responses:
    Page:
      description: The page.
      headers:
        Content-Language: {$ref: '#/components/headers/ContentLanguage'}
        Kiroku-Ignored-Fields: {$ref: '#/components/headers/IgnoredFields'}
        Content-Security-Policy:
          description: Nothing runs, nothing is fetched from elsewhere, no other page frames it.
          schema: {type: string}
      content:
        text/html:
          schema: {type: string}
    PageRefusal:
      description: A page that says what is wrong with the request.
      content:
        text/html:
          schema: {type: string}
    PageUnauthorized:
      description: '`token-invalid`, or a session that is over: the page where to sign in.'
      headers:
        WWW-Authenticate:
          schema: {type: string}
          example: Bearer realm="kiroku", error="invalid_token"
      content:
        text/html:
          schema: {type: string}
    PageTooMany:
      description: '`rate-limited`, as a page.'
      headers:
        Retry-After: {$ref: '#/components/headers/RetryAfter'}
      content:
        text/html:
          schema: {type: string}
    PageUnavailable:
      description: '`unavailable`, as a page.'
      headers:
        Retry-After: {$ref: '#/components/headers/RetryAfter'}
      content:
        text/html:
          schema: {type: string}
    SeeDashboard:
      description: To the dashboard, with a new cookie, or without the old one.
      headers:
        Location:
          schema: {type: string, const: /dashboard}
        Set-Cookie:
          schema: {type: string}
          example: kiroku_session=…; Path=/dashboard; Max-Age=28800; HttpOnly; SameSite=Strict; Secure
    NotModified:
      description: The client has this representation already.
      headers:
        ETag: {$ref: '#/components/headers/ETag'}
    Malformed:
      description: '`malformed-json`, `malformed-query` or `malformed-body`; `errors` says what and where.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
          example:
            type: urn:kiroku:problem:malformed-json
            title: Malformed JSON
            status: 400
            detail: The field “weightKg” is given twice.
            code: malformed-json
            errors:
              - {pointer: /weightKg, code: duplicate-key, detail: The field “weightKg” is given twice.}
            requestId: 5f1c0b7d9aa44e7b
    Unauthorized:
      description: '`token-missing` or `token-invalid`.'
      headers:
        WWW-Authenticate:
          schema: {type: string}
          example: Bearer realm="kiroku", error="invalid_token"
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    Forbidden:
      description: '`insufficient-scope`.'
      headers:
        WWW-Authenticate:
          schema: {type: string}
          example: Bearer realm="kiroku", error="insufficient_scope", scope="app intent"
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    NoEntry:
      description: '`not-found`: no such entry, or another account''s, or no id at all.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    NoHabit:
      description: '`not-found`: no such habit, or another account''s, or no id or no day at all.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    NoFocusFilter:
      description: '`not-found`: the client has no filter of this name.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    NothingToUndo:
      description: '`nothing-to-undo`: no act is of the intent, the client or the batch that is meant.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    TooLate:
      description: |
        `undo-expired`: the act was too long ago. `op-expired`: it is part of its record's settled history.
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    CursorExpired:
      description: The cursor can't be followed any more. Pull again without one.
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
          example:
            type: urn:kiroku:problem:sync-cursor-expired
            title: Sync starts over
            status: 410
            detail: This device has been away for too long and has to load everything again.
            code: sync-cursor-expired
            requestId: req-7f3a
    ConditionFailed:
      description: '`precondition-failed`: the entry is in another state; `current` is the one it is in.'
      headers:
        ETag: {$ref: '#/components/headers/ETag'}
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    NotAcceptable:
      description: '`not-acceptable`: the client takes no JSON.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    TooSlow:
      description: '`body-timeout`: the body took too long to arrive.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    TooLarge:
      description: '`body-too-large`: more than 1 MiB.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    HeaderTooLarge:
      description: |
        `header-fields-too-large`: the header block has more than 32 KiB or 100 fields, or a chunked body's extensions
        and trailers more than 8 KiB.
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    TargetTooLong:
      description: '`request-line-too-long`: more than 24 KiB, in which 500 ids fit.'
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    UnsupportedMediaType:
      description: '`unsupported-media-type`: not announced as JSON in UTF-8, or compressed.'
      headers:
        Accept:
          schema: {type: string, enum: [application/json, 'application/merge-patch+json, application/json']}
        Accept-Encoding:
          description: Where the body was compressed.
          schema: {type: string, const: identity}
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    Invalid:
      description: |
        `invalid-fields` with every fault, `idempotency-key-reused`, or `not-undoable` where an undo names an undo.
        Nothing was stored.
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
          example:
            type: urn:kiroku:problem:invalid-fields
            title: Invalid values
            status: 422
            detail: 19.999 kg is not between 20 and 300 kg. There is no field “mood”.
            code: invalid-fields
            errors:
              - {pointer: /mood, code: unknown-field, detail: There is no field “mood”.}
              - {pointer: /weightKg, code: weight-out-of-range, detail: 19.999 kg is not between 20 and 300 kg.}
            requestId: 5f1c0b7d9aa44e7b
    TooMany:
      description: '`rate-limited`: the account has made more requests than one may.'
      headers:
        Retry-After: {$ref: '#/components/headers/RetryAfter'}
        RateLimit-Policy: {$ref: '#/components/headers/RateLimitPolicy'}
        RateLimit: {$ref: '#/components/headers/RateLimit'}
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}
    Unavailable:
      description: '`unavailable`: the database is away or overloaded. Safe to try again.'
      headers:
        Retry-After: {$ref: '#/components/headers/RetryAfter'}
      content:
        application/problem+json:
          schema: {$ref: '#/components/schemas/Problem'}

  schemas:
    SignInForm:
      type: object
      required: [token]
      properties:
        token:
          description: The secret of a token; spaces and line ends around and in it do not matter.
          type: string
          pattern: '^krk_[a-z2-7]{84}$'
    ServerState:
      type: object
      required: [status]
      properties:
        status: {type: string, enum: [ok, ready]}

    Source:
      type: string
      enum: [app, siri, shortcuts, widget, control_center, spotlight, action_button, import, script]

    NewId:
      type: string
      description: 'A UUID of version 4 or 7, in either case.'
      pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[47][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$'

    Unit:
      type: string
      enum: [kg, lb, st]

    Day:
      type: string
      format: date
      description: In the years 1900 to 2200.
      pattern: '^(19|20|21|2200)[0-9-]*$'

    Instant:
      type: string
      format: date-time
      description: In the years 1900 to 2200, with an offset, to the microsecond.
      pattern: '^(19|20|21|2200)[0-9-]*[Tt][0-9:]*(\.[0-9]{1,6})?([Zz]|[+-][0-9:]*)$'

    DayOrInstant:
      anyOf:
        - {$ref: '#/components/schemas/Day'}
        - {$ref: '#/components/schemas/Instant'}

    TimeZoneName:
      type: string
      format: time-zone
      description: The IANA name of a place's zone, in exactly its spelling, or `UTC`. Abbreviations are refused.
      minLength: 1
      maxLength: 100
      pattern: '^[A-Z][A-Za-z_-]*(/[A-Za-z0-9_+-]+)*$'

    UnguessableKey:
      type: string
      description: A UUID of version 4 or 7, quoted or bare.
      pattern: '^("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[47][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[47][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$'

    IntentName:
      type: string
      description: At most 200 printable characters of ASCII; quoted where there are spaces, commas or quotes.
      pattern: '^([!#-+\x2D-~]{1,200}|"([ !#-\[\]-~]|\\["\\]){1,200}")$'

    AccountRequest:
      type: object
      additionalProperties: false
      properties:
        timeZone: {$ref: '#/components/schemas/TimeZoneName', default: UTC}
        locale: {type: string, enum: [en, ja], description: Defaults to what Accept-Language asks for.}
        unit: {$ref: '#/components/schemas/Unit'}
        dayStart: {type: integer, minimum: 0, maximum: 720, default: 0, description: Minutes after midnight.}
        weekStart: {type: integer, minimum: 1, maximum: 7, default: 1, description: 1 is Monday.}
        scopes:
          type: array
          minItems: 1
          uniqueItems: true
          items: {type: string, enum: [app, widget, intent, read]}
          default: [app, widget, intent]
        inviteCode: {type: string, maxLength: 200, description: 'At most 200 bytes of UTF-8; no U+0000.', pattern: '^[^\x00]*$'}

    Account:
      type: object
      required: [id, timeZone, dayStart, weekStart, unit, locale, weightGoal, rev]
      properties:
        id: {type: string, format: uuid}
        timeZone: {type: string}
        dayStart: {type: integer}
        weekStart: {type: integer}
        unit: {$ref: '#/components/schemas/Unit'}
        locale: {type: string, enum: [en, ja]}
        weightGoal:
          description: What the person wants to weigh, as typed.
          anyOf:
            - {$ref: '#/components/schemas/Weight'}
            - {type: 'null'}
        rev:
          type: integer
          format: int64
          description: The account's revision when these were changed last.

    AccountPatch:
      type: object
      additionalProperties: false
      properties:
        timeZone: {$ref: '#/components/schemas/TimeZoneName'}
        locale: {type: string, enum: [en, ja]}
        unit: {$ref: '#/components/schemas/Unit'}
        dayStart: {type: integer, minimum: 0, maximum: 720}
        weekStart: {type: integer, minimum: 1, maximum: 7}
        weightGoal:
          anyOf:
            - {$ref: '#/components/schemas/Weight'}
            - {type: 'null'}

    AccountChanged:
      type: object
      required: [account, outcome, dialog, serverTime]
      properties:
        account: {$ref: '#/components/schemas/Account'}
        outcome: {type: string, enum: [applied, unchanged]}
        dialog: {type: string, description: What to say to the person.}
        serverTime: {type: string, format: date-time}

    AccountCreated:
      type: object
      required: [account, tokens, recoveryCode]
      properties:
        account: {$ref: '#/components/schemas/Account'}
        tokens:
          type: array
          items:
            type: object
            required: [id, scope, secret]
            properties:
              id: {type: string, format: uuid}
              scope: {type: string, enum: [app, widget, intent, read]}
              secret: {$ref: '#/components/schemas/Secret'}
        recoveryCode: {$ref: '#/components/schemas/RecoveryCode'}

    Secret:
      type: string
      pattern: '^krk_[a-z2-7]{84}$'
      description: Shown once.

    RecoveryCode:
      type: string
      pattern: '^([A-Z2-7]{4}-){11}[A-Z2-7]{4}$'
      description: Gives a token when every other is lost, so the person should keep it. Shown once.

    RecoveryRequest:
      type: object
      additionalProperties: false
      required: [recoveryCode]
      properties:
        recoveryCode: {type: string, minLength: 48, maxLength: 100}

    AccountRecovered:
      type: object
      required: [account, token, recoveryCode]
      properties:
        account: {$ref: '#/components/schemas/Account'}
        token: {$ref: '#/components/schemas/TokenWithSecret'}
        recoveryCode: {$ref: '#/components/schemas/RecoveryCode'}

    TokenRequest:
      type: object
      additionalProperties: false
      required: [scope]
      properties:
        scope: {type: string, enum: [app, widget, intent, read]}
        label:
          type: [string, 'null']
          maxLength: 100
          pattern: '^[^\x00]*$'
          description: What the person calls it; no U+0000.

    Token:
      type: object
      required: [id, scope, label, createdAt, lastUsedAt]
      properties:
        id: {type: string, format: uuid}
        scope: {type: string, enum: [app, widget, intent, read]}
        label: {type: [string, 'null']}
        createdAt: {type: string, format: date-time}
        lastUsedAt: {type: [string, 'null'], format: date-time, description: To the minute.}
        current: {type: boolean, description: 'In lists: whether it is the one that asks.'}

    TokenWithSecret:
      allOf:
        - {$ref: '#/components/schemas/Token'}
        - type: object
          required: [secret]
          properties:
            secret: {$ref: '#/components/schemas/Secret'}

    TokenList:
      type: object
      required: [tokens]
      properties:
        tokens:
          type: array
          maxItems: 100
          items: {$ref: '#/components/schemas/Token'}

    TokenIssued:
      type: object
      required: [token]
      properties:
        token: {$ref: '#/components/schemas/TokenWithSecret'}

    PairingMade:
      type: object
      required: [pairing]
      properties:
        pairing:
          type: object
          required: [code, scope, label, expiresAt]
          properties:
            code: {type: string, pattern: '^[A-Z2-7]{4}-[A-Z2-7]{4}$'}
            scope: {type: string, enum: [app, widget, intent, read]}
            label: {type: [string, 'null']}
            expiresAt: {type: string, format: date-time}

    ClaimRequest:
      type: object
      additionalProperties: false
      required: [code]
      properties:
        code: {type: string, minLength: 8, maxLength: 40}

    PairingClaimed:
      type: object
      required: [account, token]
      properties:
        account: {$ref: '#/components/schemas/Account'}
        token: {$ref: '#/components/schemas/TokenWithSecret'}

    Weight:
      description: As typed. 20 to 300 kg, after rounding to grams.
      oneOf:
        - type: object
          additionalProperties: false
          required: [value, unit]
          properties:
            value: {type: number, minimum: 20, maximum: 300, multipleOf: 0.001}
            unit: {type: string, const: kg}
        - type: object
          additionalProperties: false
          required: [value, unit]
          properties:
            value: {type: number, minimum: 44.092, maximum: 661.387, multipleOf: 0.001}
            unit: {type: string, const: lb}
        - type: object
          additionalProperties: false
          required: [value, unit]
          properties:
            value: {type: number, minimum: 3.15, maximum: 47.241, multipleOf: 0.001}
            unit: {type: string, const: st}
        - type: object
          additionalProperties: false
          required: [stones, pounds]
          properties:
            unit: {enum: [st, null], description: 'Goes without saying, and is always answered.'}
            stones: {type: integer, minimum: 3, maximum: 47}
            pounds: {type: number, minimum: 0, maximum: 13.999, multipleOf: 0.001}
          anyOf:
            - properties:
                stones: {minimum: 4, maximum: 46}
            - properties:
                stones: {const: 3}
                pounds: {minimum: 2.092}
            - properties:
                stones: {const: 47}
                pounds: {maximum: 3.387}

    Note:
      type: [string, 'null']
      maxLength: 2000
      pattern: '^[^\x00]*$'
      description: At most 8,000 bytes of UTF-8; no U+0000.

    EntryRequest:
      type: object
      additionalProperties: false
      oneOf:
        - required: [weightKg]
          properties: {weightKg: {type: number}, weight: {type: 'null'}}
        - required: [weight]
          properties: {weight: {type: object}, weightKg: {type: 'null'}}
      properties:
        id:
          description: Made by the client; else by the server (version 7).
          anyOf:
            - {$ref: '#/components/schemas/NewId'}
            - {type: 'null'}
        weightKg: {type: [number, 'null'], minimum: 20, maximum: 300, multipleOf: 0.001}
        weight:
          anyOf:
            - {$ref: '#/components/schemas/Weight'}
            - {type: 'null'}
        recordedAt:
          anyOf:
            - {$ref: '#/components/schemas/Instant'}
            - {type: 'null'}
        note: {$ref: '#/components/schemas/Note'}
        bodyFatPercent: {type: [number, 'null'], minimum: 0, maximum: 100, multipleOf: 0.001}

    EntryPatch:
      type: object
      additionalProperties: false
      not: {required: [weightKg, weight]}
      properties:
        weightKg: {type: number, minimum: 20, maximum: 300, multipleOf: 0.001}
        weight: {$ref: '#/components/schemas/Weight'}
        recordedAt: {$ref: '#/components/schemas/Instant'}
        note: {$ref: '#/components/schemas/Note'}
        bodyFatPercent: {type: [number, 'null'], minimum: 0, maximum: 100, multipleOf: 0.001}

    Entry:
      type: object
      required:
        - id
        - weightKg
        - weight
        - recordedAt
        - timePrecision
        - timeZone
        - utcOffsetMinutes
        - dayStart
        - localDay
        - note
        - source
        - bodyFatPercent
        - title
        - subtitle
        - version
        - rev
        - createdAt
        - updatedAt
      properties:
        id: {type: string, format: uuid}
        weightKg: {type: number, description: Exact grams.}
        weight:
          description: As typed.
          $ref: '#/components/schemas/Weight'
        recordedAt: {type: string, format: date-time}
        timePrecision: {type: string, enum: [instant, day]}
        timeZone: {type: string}
        utcOffsetMinutes: {type: integer, description: East of UTC.}
        dayStart: {type: integer, description: Minutes after midnight at which the person's day began.}
        localDay: {type: string, format: date}
        note: {type: [string, 'null']}
        source:
          anyOf:
            - {$ref: '#/components/schemas/Source'}
            - {type: 'null'}
        bodyFatPercent: {type: [number, 'null']}
        title: {type: string, description: 'Value and unit, to be shown.'}
        subtitle: {type: string, description: 'Local date and time, in the answer''s language.'}
        version: {type: string, format: date-time, description: The greatest acted time; see Kiroku-Seen.}
        rev: {type: integer, format: int64}
        createdAt: {type: string, format: date-time}
        updatedAt: {type: string, format: date-time}

    EntryList:
      type: object
      required: [entries]
      properties:
        entries:
          type: array
          items: {$ref: '#/components/schemas/Entry'}

    EntryPage:
      type: object
      required: [entries, nextCursor]
      properties:
        entries:
          type: array
          items: {$ref: '#/components/schemas/Entry'}
        nextCursor: {type: [string, 'null']}

    Trend:
      type: object
      required: [points, weeklyRateKg, goalDate]
      properties:
        points:
          type: array
          maxItems: 4000
          items:
            type: object
            required: [day, weightKg, trendKg, interpolated]
            properties:
              day: {type: string, format: date}
              weightKg: {type: number}
              trendKg: {type: number}
              interpolated: {type: boolean, description: Whether the day had no reading.}
        weeklyRateKg: {type: [number, 'null']}
        goalDate: {type: [string, 'null'], format: date}

    EntryWritten:
      type: object
      required: [entry, outcome, dialog, undo, serverTime]
      properties:
        entry:
          anyOf:
            - {$ref: '#/components/schemas/Entry'}
            - {type: 'null'}
        outcome: {type: string, enum: [applied, superseded, unchanged]}
        dialog: {type: string, description: What to say to the person.}
        undo: {$ref: '#/components/schemas/WayBack'}
        donate: {$ref: '#/components/schemas/DonateAdvice'}
        shiftMs: {$ref: '#/components/schemas/Shift'}
        serverTime: {type: string, format: date-time}

    Schedule:
      description: On which days a habit is due, and from which day on that holds.
      type: object
      required: [from, type]
      properties:
        from: {type: string, format: date}
        type: {$ref: '#/components/schemas/ScheduleType'}
        weekdays: {type: array, items: {type: integer}, description: 'Of `weekdays`: 1 is Monday, 7 Sunday.'}
        times: {type: integer, description: 'Of `perWeek`, `perMonth` and `inDays`.'}
        days: {type: integer, description: 'Of `inDays`, any so many days in a row, and of `everyDays`.'}
        anchor: {type: string, format: date, description: 'Of `everyDays`: a day on which it is due.'}

    ScheduleType:
      type: string
      enum: [daily, weekdays, perWeek, perMonth, inDays, everyDays]

    HabitKind:
      type: string
      enum: [check, count]
      description: Whether a day is done or not, or has an amount. It cannot be changed.

    Habit:
      type: object
      required:
        - id
        - name
        - kind
        - target
        - schedule
        - schedules
        - pauses
        - icon
        - color
        - position
        - archived
        - note
        - title
        - subtitle
        - version
        - rev
        - createdAt
        - updatedAt
      properties:
        id: {type: string, format: uuid}
        name: {type: string}
        kind: {$ref: '#/components/schemas/HabitKind'}
        target:
          description: What a counted habit aims at each day; null for a check.
          anyOf:
            - type: object
              required: [value, direction, unit]
              properties:
                value: {type: number}
                direction: {type: string, enum: [atLeast, atMost]}
                unit: {type: [string, 'null'], description: Null for plain times.}
            - {type: 'null'}
        schedule:
          description: The one in force on the person's day.
          $ref: '#/components/schemas/Schedule'
        schedules:
          type: array
          description: All that the habit has had, in the order of their first days. What was due in the past stays so.
          minItems: 1
          items: {$ref: '#/components/schemas/Schedule'}
        pauses:
          type: array
          items:
            type: object
            required: [from, to]
            properties:
              from: {type: string, format: date}
              to: {type: [string, 'null'], format: date, description: Included; null while it is open.}
        icon: {type: [string, 'null'], description: The name of an SF Symbol.}
        color: {type: [string, 'null'], description: '`#rrggbb`'}
        position: {type: integer}
        archived: {type: boolean}
        note: {type: [string, 'null']}
        title: {type: string, description: 'The name, to be shown.'}
        subtitle: {type: string, description: 'Target and schedule, in the answer''s language.'}
        version: {type: string, format: date-time, description: The greatest acted time; see Kiroku-Seen.}
        rev: {type: integer, format: int64}
        createdAt: {type: string, format: date-time}
        updatedAt: {type: string, format: date-time}

    HabitPage:
      type: object
      required: [habits, nextCursor]
      properties:
        habits:
          type: array
          items: {$ref: '#/components/schemas/Habit'}
        nextCursor: {type: [string, 'null']}

    HabitDay:
      type: object
      required: [habitId, day, done, count, skipped, note, version, rev, updatedAt]
      properties:
        habitId: {type: string, format: uuid}
        day: {type: string, format: date}
        done:
          type: [boolean, 'null']
          description: Of a counted habit, whether the target is met. Null where no amount or state was recorded.
        count: {type: [number, 'null'], description: 'The amount of a counted habit, with three decimals at most.'}
        skipped: {type: boolean, description: Whether the person let the day pass on purpose.}
        note: {type: [string, 'null']}
        version: {type: [string, 'null'], format: date-time}
        rev: {type: integer, format: int64}
        updatedAt: {type: [string, 'null'], format: date-time}

    HabitDayList:
      type: object
      required: [days]
      properties:
        days:
          type: array
          maxItems: 4000
          items: {$ref: '#/components/schemas/HabitDay'}

    DayOfHabits:
      type: object
      required: [day, days]
      properties:
        day: {type: string, format: date}
        days:
          type: array
          items: {$ref: '#/components/schemas/HabitDay'}

    ScheduleRequest:
      description: On which days a habit is due.
      oneOf:
        - type: object
          additionalProperties: false
          required: [type]
          properties:
            from: {anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]}
            type: {const: daily}
        - type: object
          additionalProperties: false
          required: [type, weekdays]
          properties:
            from: {anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]}
            type: {const: weekdays}
            weekdays:
              type: array
              description: 1 is Monday, 7 Sunday.
              minItems: 1
              maxItems: 7
              uniqueItems: true
              items: {type: integer, minimum: 1, maximum: 7}
        - type: object
          additionalProperties: false
          required: [type, times]
          properties:
            from: {anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]}
            type: {const: perWeek}
            times: {type: integer, minimum: 1, maximum: 7}
        - type: object
          additionalProperties: false
          required: [type, times]
          properties:
            from: {anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]}
            type: {const: perMonth}
            times: {type: integer, minimum: 1, maximum: 31}
        - type: object
          additionalProperties: false
          description: So many times in any so many days in a row; at most once a day.
          required: [type, times, days]
          properties:
            from: {anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]}
            type: {const: inDays}
            times: {type: integer, minimum: 1, maximum: 366}
            days: {type: integer, minimum: 1, maximum: 366}
        - type: object
          additionalProperties: false
          required: [type, days, anchor]
          properties:
            from: {anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]}
            type: {const: everyDays}
            days: {type: integer, minimum: 1, maximum: 366}
            anchor: {$ref: '#/components/schemas/Day'}

    TargetRequest:
      type: object
      additionalProperties: false
      required: [value]
      properties:
        value: {type: number, minimum: 0.001, maximum: 1000000000, multipleOf: 0.001}
        direction: {enum: [atLeast, atMost, null], default: atLeast}
        unit: {$ref: '#/components/schemas/AmountUnit'}

    AmountUnit:
      type: [string, 'null']
      minLength: 1
      maxLength: 20
      pattern: '^[^\x00]*$'
      description: Something of it has to be visible; no U+0000.

    HabitName:
      type: string
      minLength: 1
      maxLength: 100
      pattern: '^[^\x00]*$'
      description: Something of it has to be visible; no U+0000.

    PauseRequest:
      type: object
      additionalProperties: false
      required: [from]
      properties:
        from: {$ref: '#/components/schemas/Day'}
        to:
          description: Included; not before `from`. Null while it is open.
          anyOf: [{$ref: '#/components/schemas/Day'}, {type: 'null'}]

    HabitRequest:
      type: object
      additionalProperties: false
      required: [name, kind]
      not: {required: [schedule, schedules]}
      properties:
        id:
          type: [string, 'null']
          format: uuid
          description: Made by the client, version 4 or 7; else by the server.
        name: {$ref: '#/components/schemas/HabitName'}
        kind: {$ref: '#/components/schemas/HabitKind'}
        target:
          description: Of a counted habit, which has to have one; a check has none.
          anyOf: [{$ref: '#/components/schemas/TargetRequest'}, {type: 'null'}]
        schedule:
          description: The only one; from the beginning on, unless `from` says otherwise.
          anyOf: [{$ref: '#/components/schemas/ScheduleRequest'}, {type: 'null'}]
        schedules:
          description: All, each from another day on.
          anyOf:
            - {type: array, minItems: 1, maxItems: 100, items: {$ref: '#/components/schemas/ScheduleRequest'}}
            - {type: 'null'}
        pauses:
          anyOf:
            - {type: array, maxItems: 100, items: {$ref: '#/components/schemas/PauseRequest'}}
            - {type: 'null'}
        icon: {$ref: '#/components/schemas/SymbolName'}
        color: {$ref: '#/components/schemas/Color'}
        position: {type: [integer, 'null'], minimum: 0, maximum: 1000000, default: 0}
        archived: {type: [boolean, 'null'], default: false}
        note: {$ref: '#/components/schemas/Note'}

    SymbolName:
      type: [string, 'null']
      maxLength: 100
      pattern: '^[A-Za-z0-9]+(\.[A-Za-z0-9]+)*$'
      description: The name of an SF Symbol.

    Color:
      type: [string, 'null']
      pattern: '^#[0-9A-Fa-f]{6}$'
      description: Answered in lower case.

    HabitPatch:
      type: object
      additionalProperties: false
      not: {required: [schedule, schedules]}
      properties:
        name: {$ref: '#/components/schemas/HabitName'}
        target:
          type: object
          additionalProperties: false
          description: Of a counted habit; what is not named of it stays.
          properties:
            value: {type: number, minimum: 0.001, maximum: 1000000000, multipleOf: 0.001}
            direction: {type: string, enum: [atLeast, atMost]}
            unit: {$ref: '#/components/schemas/AmountUnit'}
        schedule:
          description: One more, from the acted day on unless `from` says otherwise.
          $ref: '#/components/schemas/ScheduleRequest'
        schedules: {type: array, minItems: 1, maxItems: 100, items: {$ref: '#/components/schemas/ScheduleRequest'}}
        pauses: {type: array, maxItems: 100, items: {$ref: '#/components/schemas/PauseRequest'}}
        icon: {$ref: '#/components/schemas/SymbolName'}
        color: {$ref: '#/components/schemas/Color'}
        position: {type: integer, minimum: 0, maximum: 1000000}
        archived: {type: boolean}
        note: {$ref: '#/components/schemas/Note'}

    HabitWritten:
      type: object
      required: [habit, outcome, dialog, undo, serverTime]
      properties:
        habit:
          description: As it is now; null where it is gone.
          anyOf:
            - {$ref: '#/components/schemas/Habit'}
            - {type: 'null'}
        outcome: {type: string, enum: [applied, superseded, unchanged]}
        dialog: {type: string, description: What to say to the person.}
        undo: {$ref: '#/components/schemas/WayBack'}
        donate: {$ref: '#/components/schemas/DonateAdvice'}
        shiftMs: {$ref: '#/components/schemas/Shift'}
        serverTime: {type: string, format: date-time}

    HabitDayRequest:
      type: object
      additionalProperties: false
      minProperties: 1
      description: One state at most, `done`, `count` or `skipped`; beside it the others may be null or false.
      properties:
        done: {type: [boolean, 'null'], description: Of a check.}
        count: {type: [number, 'null'], minimum: 0, maximum: 1000000000, multipleOf: 0.001, description: Of a counted habit.}
        skipped: {type: [boolean, 'null']}
        note: {$ref: '#/components/schemas/Note'}

    IncrementRequest:
      type: object
      additionalProperties: false
      required: [by]
      properties:
        by: {type: number, minimum: -1000000000, maximum: 1000000000, multipleOf: 0.001, not: {const: 0}}

    ToggleRequest:
      type: object
      additionalProperties: false
      required: [shown]
      properties:
        shown: {type: boolean, description: Whether the button showed the day as done.}

    HabitDayWritten:
      type: object
      required: [day, outcome, dialog, streakDays, streakUnits, undo, serverTime]
      properties:
        day:
          description: As it is now; null where the habit is gone.
          anyOf:
            - {$ref: '#/components/schemas/HabitDay'}
            - {type: 'null'}
        outcome:
          type: string
          enum: [applied, superseded, unchanged]
        dialog: {type: string, description: What to say to the person.}
        streakDays: {type: [integer, 'null'], description: The habit's streak today; null where the habit is gone.}
        streakUnits: {type: [integer, 'null']}
        undo:
          description: Null where nothing was stored.
          anyOf:
            - {$ref: '#/components/schemas/WayBack'}
            - {type: 'null'}
        donate: {$ref: '#/components/schemas/DonateAdvice'}
        shiftMs: {$ref: '#/components/schemas/Shift'}
        serverTime: {type: string, format: date-time}

    HabitStats:
      type: object
      required:
        - habitId
        - day
        - score
        - streakDays
        - streakUnits
        - bestStreakDays
        - bestStreakUnits
        - completion
        - firstDay
        - lastDay
      properties:
        habitId: {type: string, format: uuid}
        day: {type: string, format: date, description: The person's day.}
        score: {type: number, minimum: 0, maximum: 1, description: Rounded to six decimals.}
        streakDays: {type: integer}
        streakUnits: {type: integer}
        bestStreakDays: {type: integer}
        bestStreakUnits: {type: integer}
        completion:
          type: object
          required: [last7Days, last30Days, last365Days, all]
          properties:
            last7Days: {$ref: '#/components/schemas/Completion'}
            last30Days: {$ref: '#/components/schemas/Completion'}
            last365Days: {$ref: '#/components/schemas/Completion'}
            all: {$ref: '#/components/schemas/Completion'}
        firstDay: {type: [string, 'null'], format: date, description: On which something was recorded.}
        lastDay: {type: [string, 'null'], format: date}

    Completion:
      type: object
      description: Due days, or whole weeks, months and spans of days; what is not decided yet does not count.
      required: [satisfied, missed, share]
      properties:
        satisfied: {type: integer}
        missed: {type: integer}
        share: {type: [number, 'null'], description: 0 to 1; null while nothing was due.}

    WidgetSnapshot:
      type: object
      required: [day, refreshAfter, habits, weight]
      properties:
        day: {type: string, format: date, description: The person's day.}
        refreshAfter: {type: string, format: date-time, description: When the next day begins.}
        habits:
          type: array
          items:
            type: object
            required:
              - id
              - title
              - icon
              - color
              - kind
              - target
              - count
              - done
              - skipped
              - isDue
              - streakDays
              - streakUnits
              - version
            properties:
              id: {type: string, format: uuid}
              title: {type: string}
              icon: {type: [string, 'null']}
              color: {type: [string, 'null']}
              kind: {$ref: '#/components/schemas/HabitKind'}
              target:
                anyOf:
                  - type: object
                    required: [value, direction, unit]
                    properties:
                      value: {type: number}
                      direction: {type: string, enum: [atLeast, atMost]}
                      unit: {type: [string, 'null']}
                  - {type: 'null'}
              count: {type: [number, 'null']}
              done: {type: [boolean, 'null']}
              skipped: {type: boolean}
              isDue: {type: boolean, description: 'Whether something is to be done today, or was.'}
              streakDays: {type: integer}
              streakUnits: {type: integer}
              version: {type: [string, 'null'], format: date-time, description: Of the habit's day; see Kiroku-Seen.}
        weight:
          anyOf:
            - type: object
              required: [entryId, weightKg, title, recordedAt, day, trendKg]
              properties:
                entryId: {type: string, format: uuid}
                weightKg: {type: number}
                title: {type: string, description: As typed.}
                recordedAt: {type: string, format: date-time}
                day: {type: string, format: date}
                trendKg: {type: [number, 'null'], description: Where `/v1/entries/trend` ends.}
            - {type: 'null'}

    Shortcuts:
      type: object
      required: [version, habits, suggested, hiddenIntents]
      properties:
        version: {type: string, description: 'Of the set of all choices, hidden ones too, whatever its order; opaque.'}
        habits:
          type: array
          items:
            type: object
            required: [id, title]
            properties:
              id: {type: string, format: uuid}
              title: {type: string}
        suggested: {type: array, items: {type: string, format: uuid}}
        hiddenIntents: {type: array, items: {type: string}, description: What the Focus hides.}

    Predictions:
      type: object
      required: [day, timeZone, ready, predictions]
      properties:
        day: {$ref: '#/components/schemas/Day'}
        timeZone: {type: string, description: In which that is the day.}
        ready: {type: boolean, description: Whether any of the predictions is.}
        predictions:
          type: array
          maxItems: 100
          items: {$ref: '#/components/schemas/Prediction'}
    Prediction:
      type: object
      required: [intent, habitId, ready, weekdays]
      properties:
        intent: {type: [string, 'null'], description: Null for all that is done on a habit, with an intent or without.}
        habitId: {type: [string, 'null'], format: uuid, description: Null for an intent that is of no habit's day.}
        ready: {type: boolean, description: Whether the first act is seven days ago or more.}
        weekdays:
          type: array
          maxItems: 7
          description: Ascending; one on which it is less likely than 0.1 is left out.
          items:
            type: object
            required: [weekday, probability, windows]
            properties:
              weekday: {type: integer, minimum: 1, maximum: 7, description: "By ISO 8601, 1 is Monday: of the person's day, which may begin at 3 in the morning."}
              probability: {type: number, minimum: 0, maximum: 1, description: That it is done at all.}
              windows:
                type: array
                maxItems: 3
                description: From the day's start on; one that is less likely than 0.1 is left out.
                items:
                  type: object
                  required: [from, to, probability]
                  properties:
                    from: {type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: Local time.}
                    to: {type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: An hour later; past midnight it is smaller.}
                    probability: {type: number, minimum: 0, maximum: 1}

    FocusFilterRequest:
      type: object
      additionalProperties: false
      properties:
        hiddenHabits:
          type: [array, 'null']
          maxItems: 500
          uniqueItems: true
          items: {type: string, format: uuid}
        hiddenIntents:
          type: [array, 'null']
          maxItems: 100
          uniqueItems: true
          items: {$ref: '#/components/schemas/IntentName'}

    FocusFilter:
      type: object
      required: [name, clientId, hiddenHabits, hiddenIntents, rev, updatedAt]
      properties:
        name: {type: string}
        clientId: {type: string, format: uuid}
        hiddenHabits: {type: array, items: {type: string, format: uuid}}
        hiddenIntents: {type: array, items: {type: string}}
        rev: {type: integer, format: int64}
        updatedAt: {type: string, format: date-time}

    FocusFilterWritten:
      type: object
      required: [focusFilter, outcome, dialog, serverTime]
      properties:
        focusFilter:
          description: As it is now; null where there is none.
          anyOf:
            - {$ref: '#/components/schemas/FocusFilter'}
            - {type: 'null'}
        outcome: {type: string, enum: [applied, unchanged]}
        dialog: {type: string, description: What to say to the person.}
        serverTime: {type: string, format: date-time}

    Operation:
      type: object
      required:
        - opId
        - kind
        - record
        - target
        - actedAt
        - receivedAt
        - clientId
        - source
        - intent
        - outcome
        - cancelled
        - undoUntil
        - label
      properties:
        opId: {type: string, format: uuid}
        kind: {type: string, enum: [put, patch, delete, set, increment, undo, redo, donate]}
        record:
          description: Null while an undo or a redo waits for what it names, and of a `donate`.
          anyOf:
            - type: object
              required: [type, id]
              properties:
                type: {type: string, enum: [entry, habit, day]}
                id: {type: string, description: 'A UUID; of a day its habit''s, `/` and the day.'}
            - {type: 'null'}
        target: {type: [string, 'null'], format: uuid, description: 'The operation that an undo, a redo or a `donate` names.'}
        actedAt: {type: string, format: date-time}
        receivedAt: {type: string, format: date-time}
        clientId: {type: string, format: uuid}
        source:
          anyOf:
            - {$ref: '#/components/schemas/Source'}
            - {type: 'null'}
        intent: {type: [string, 'null']}
        outcome:
          type: string
          description: What it did when it arrived.
          enum: [applied, superseded, unchanged, undone, alreadyUndone, redone, alreadyRedone, pending]
        cancelled: {type: boolean, description: Whether it is undone now.}
        undoUntil:
          type: [string, 'null']
          format: date-time
          description: Until when it can be undone and redone; null where it never can, or never could.
        label: {type: string, description: 'In the answer''s language, to be shown.'}

    SyncRequest:
      type: object
      additionalProperties: false
      properties:
        cursor:
          description: The `cursor` of the answer before; null or nothing for all there is.
          type: [string, 'null']
        clientId:
          description: The device's, the same at each request; else the token's id.
          type: [string, 'null']
          format: uuid
        clockOffsetMs:
          description: |
            What the device's clock is behind the server's by its last contact, in milliseconds; added to each acted time.
          type: [integer, 'null']
          minimum: -315576000000
          maximum: 315576000000
        ops:
          type: [array, 'null']
          maxItems: 500
          items: {$ref: '#/components/schemas/SyncOperation'}
    SyncOperation:
      type: object
      additionalProperties: false
      required: [opId, record, kind]
      properties:
        opId: {type: string, format: uuid}
        record:
          type: object
          additionalProperties: false
          required: [type, id]
          properties:
            type:
              type: string
              enum: [entry, habit, day, operation]
            id:
              description: |
                A UUID; of a day, its habit's, a slash, and the date or `today`. Undo, redo and donate name the operation.
              type: string
        kind:
          description: |
            `put`, `patch`, `delete` of an entry or a habit; `set`, `increment` of a day; `undo`, `redo`, `donate` of an
            operation.
          type: string
          enum: [put, patch, delete, set, increment, undo, redo, donate]
        fields:
          description: |
            As the body of the same write through its own path, but for `donate` without `opId`, which is the record's id;
            none for `delete`, `undo` and `redo`.
          type: [object, 'null']
        actedAt:
          description: When the person acted, by the device's clock; else now.
          anyOf: [{$ref: '#/components/schemas/Instant'}, {type: 'null'}]
        seen:
          description: The record's `version` that the person saw when they acted.
          anyOf: [{$ref: '#/components/schemas/Instant'}, {type: 'null'}]
        source:
          anyOf: [{$ref: '#/components/schemas/Source'}, {type: 'null'}]
        intent:
          anyOf: [{$ref: '#/components/schemas/IntentName'}, {type: 'null'}]
        sessionId: {type: [string, 'null'], format: uuid}
        timeZone:
          anyOf: [{$ref: '#/components/schemas/TimeZoneName'}, {type: 'null'}]
    SyncAnswer:
      type: object
      additionalProperties: false
      required: [results, shiftMs, changes, cursor, hasMore, fullSync, serverTime, shortcutsVersion]
      properties:
        results:
          description: One for each operation, in the same order.
          type: array
          items: {$ref: '#/components/schemas/SyncResult'}
        shiftMs:
          description: By how much all acted times were moved down, since the newest lay in the future.
          type: integer
          minimum: 0
        changes:
          type: array
          items: {$ref: '#/components/schemas/Change'}
        cursor: {type: string}
        hasMore:
          description: 'Whether there is more now: pull on with `GET /v1/changes`.'
          type: boolean
        fullSync: {type: boolean}
        serverTime: {$ref: '#/components/schemas/Instant'}
        shortcutsVersion: {type: string}
    SyncResult:
      type: object
      additionalProperties: false
      required: [opId, outcome, record]
      properties:
        opId:
          description: Null where it could not be read.
          type: [string, 'null']
          format: uuid
        outcome:
          description: |
            `applied`: it counts. `duplicate`: it was stored before. `superseded`: something that was done later hides it,
            or the record is not there (yet). `unchanged`: the record was so before, but for its `version`. `rejected`: see
            `problem`.
          type: string
          enum: [applied, duplicate, superseded, unchanged, rejected]
        record:
          description: The record after all operations; null where it is gone or unknown.
          anyOf:
            - {$ref: '#/components/schemas/Change'}
            - {type: 'null'}
        donate: {$ref: '#/components/schemas/DonateAdvice'}
        created: {type: boolean, description: Of a `donate`. Whether it was recorded.}
        discarded: {type: boolean, description: 'Of a `donate`. Whether the act has been undone: the app deletes the donation.'}
        donations:
          description: Of an `undo`, the donations of the act that are deleted with it.
          type: array
          items: {$ref: '#/components/schemas/Donation'}
        problem: {$ref: '#/components/schemas/Problem'}
    Change:
      description: A record as of its last change.
      type: object
      additionalProperties: false
      required: [type, id, rev, version, deleted, value]
      properties:
        type:
          type: string
          enum: [entry, habit, day, donation]
        id:
          description: A UUID; of a day, that of its habit, a slash and the day.
          type: string
        rev:
          description: The account's revision at the change.
          type: integer
          format: int64
        version:
          description: The greatest acted time among the operations on it; sent as `seen` by who acts on it.
          $ref: '#/components/schemas/Instant'
        deleted:
          description: Whether the record is gone. So are, with a habit, its days.
          type: boolean
        value:
          description: The record as its own path answers it; null where it is gone.
          anyOf:
            - {$ref: '#/components/schemas/Entry'}
            - {$ref: '#/components/schemas/Habit'}
            - {$ref: '#/components/schemas/HabitDay'}
            - {$ref: '#/components/schemas/Donation'}
            - {type: 'null'}
        donationIdentifier:
          description: Of a donation that is deleted, by what the device's system knows it.
          type: string
    ChangePage:
      type: object
      additionalProperties: false
      required: [changes, cursor, hasMore, fullSync, serverTime, shortcutsVersion]
      properties:
        changes:
          type: array
          items: {$ref: '#/components/schemas/Change'}
        cursor:
          description: Where the next pull begins; opaque.
          type: string
        hasMore:
          description: Whether there is another page now.
          type: boolean
        fullSync:
          description: Whether the pages hold all there is.
          type: boolean
        serverTime: {$ref: '#/components/schemas/Instant'}
        shortcutsVersion:
          description: Another one means that what an intent may choose from has changed.
          type: string
    OperationPage:
      type: object
      required: [operations, nextCursor]
      properties:
        operations:
          type: array
          items: {$ref: '#/components/schemas/Operation'}
        nextCursor: {type: [string, 'null']}

    DonateAdvice:
      type: object
      description: |
        Whether the app is to donate the intent to its system now, and then to tell so with `POST /v1/donations`: of acts
        with `source: app` and an intent. False where this client has donated the intent, and habit, on the act's local day
        already, or the act is undone.
      required: [intent, recommended]
      properties:
        intent: {type: string}
        recommended: {type: boolean}

    DonationRequest:
      type: object
      additionalProperties: false
      required: [opId, intent, donationIdentifier]
      properties:
        opId: {type: string, format: uuid, description: The act's.}
        intent: {$ref: '#/components/schemas/IntentName'}
        donationIdentifier: {$ref: '#/components/schemas/DonationIdentifier'}
        donatedAt:
          description: When the system was told; now, if it isn't sent. What lies in the future is moved to now.
          anyOf: [{$ref: '#/components/schemas/Instant'}, {type: 'null'}]

    DonationIdentifier:
      type: string
      description: By what the device's system knows the donation; to delete it there.
      minLength: 1
      maxLength: 200
      pattern: '^[^\x00]*$'

    Donation:
      type: object
      required: [id, opId, intent, habitId, donationIdentifier, donatedAt, localDay, clientId, rev]
      properties:
        id: {type: string, format: uuid}
        opId: {type: string, format: uuid, description: The act's.}
        intent: {type: string}
        habitId: {type: [string, 'null'], format: uuid, description: 'The habit that the act is on, or on a day of.'}
        donationIdentifier: {type: string}
        donatedAt: {type: string, format: date-time}
        localDay: {type: string, format: date, description: Of the act.}
        clientId: {type: string, format: uuid, description: The device on which it lives.}
        rev: {type: integer, format: int64}

    DonationRecorded:
      type: object
      required: [donation, created, discarded, dialog, serverTime]
      properties:
        donation:
          description: What was recorded; null where nothing was, or it is deleted by now.
          anyOf:
            - {$ref: '#/components/schemas/Donation'}
            - {type: 'null'}
        created: {type: boolean}
        discarded: {type: boolean, description: 'Whether the act has been undone: the app deletes the donation.'}
        dialog: {type: string, description: What to say to the person.}
        shiftMs: {$ref: '#/components/schemas/Shift'}
        serverTime: {type: string, format: date-time}

    DonationPage:
      type: object
      required: [donations, nextCursor]
      properties:
        donations:
          type: array
          items: {$ref: '#/components/schemas/Donation'}
        nextCursor: {type: [string, 'null']}

    DonationsDeleted:
      type: object
      required: [donations, hasMore, dialog, serverTime]
      properties:
        donations:
          description: Those that were deleted.
          type: array
          items: {$ref: '#/components/schemas/Donation'}
        hasMore: {type: boolean, description: Whether there are more to be deleted.}
        dialog: {type: string, description: What to say to the person.}
        serverTime: {type: string, format: date-time}

    UndoRequest:
      type: object
      additionalProperties: false
      maxProperties: 1
      description: Which act is meant; the newest of this client, where nothing is said.
      properties:
        opId: {type: string, format: uuid}
        batchId: {type: string, format: uuid, description: All that was done together.}
        intent: {$ref: '#/components/schemas/IntentName'}

    RedoRequest:
      type: object
      additionalProperties: false
      minProperties: 1
      maxProperties: 1
      properties:
        opId: {type: string, format: uuid}
        batchId: {type: string, format: uuid}

    Reversed:
      type: object
      required: [outcome, dialog, operation, serverTime]
      oneOf:
        - required: [entry]
        - required: [habit]
        - required: [day]
      properties:
        outcome:
          type: string
          enum: [undone, alreadyUndone, redone, alreadyRedone, superseded, pending]
        dialog: {type: string, description: What to say to the person.}
        operation:
          description: The act that was meant; null while it has not arrived.
          anyOf:
            - type: object
              required: [opId, kind, actedAt, label]
              properties:
                opId: {type: string, format: uuid}
                kind: {type: string, enum: [put, patch, delete, set, increment]}
                actedAt: {type: string, format: date-time}
                label: {type: string}
            - {type: 'null'}
        entry:
          description: The entry that was meant, as it is now; null where it is gone, or nothing has arrived.
          anyOf:
            - {$ref: '#/components/schemas/Entry'}
            - {type: 'null'}
        habit:
          description: The habit that was meant, as it is now; null where it is gone.
          anyOf:
            - {$ref: '#/components/schemas/Habit'}
            - {type: 'null'}
        day:
          description: The day that was meant, as it is now; null where its habit is gone.
          anyOf:
            - {$ref: '#/components/schemas/HabitDay'}
            - {type: 'null'}
        undo: {$ref: '#/components/schemas/WayBack'}
        redo: {$ref: '#/components/schemas/WayBack'}
        donations:
          description: Of an undo, the donations of the act that are deleted with it; each device deletes its own.
          type: array
          items: {$ref: '#/components/schemas/Donation'}
        shiftMs: {$ref: '#/components/schemas/Shift'}
        serverTime: {type: string, format: date-time}

    WayBack:
      type: object
      description: By what an act is named, and until when it can be taken back or brought back.
      required: [opId, expiresAt, label]
      properties:
        opId: {type: string, format: uuid}
        expiresAt: {type: string, format: date-time}
        label: {type: string}

    Shift:
      type: integer
      minimum: 1
      description: By how many milliseconds the acted time was moved down, since it lay in the server's future.

    Problem:
      type: object
      description: RFC 9457.
      required: [type, title, status, detail, code, requestId]
      properties:
        type: {type: string, description: '`urn:kiroku:problem:` and the code.'}
        title: {type: string}
        status: {type: integer}
        detail: {type: string, description: Fit to be spoken.}
        code:
          type: string
          enum:
            - route-not-found
            - not-found
            - method-not-allowed
            - not-acceptable
            - token-missing
            - token-invalid
            - insufficient-scope
            - cross-site-request
            - sign-up-closed
            - invite-invalid
            - body-too-large
            - body-timeout
            - malformed-body
            - unsupported-media-type
            - malformed-json
            - malformed-query
            - invalid-fields
            - idempotency-key-reused
            - precondition-failed
            - nothing-to-undo
            - not-undoable
            - undo-expired
            - op-expired
            - act-not-saved
            - donation-not-applicable
            - recovery-code-invalid
            - pairing-code-invalid
            - sync-cursor-expired
            - too-many-streams
            - too-many-tokens
            - too-many-focus-filters
            - too-many-habits
            - secret-already-used
            - malformed-request
            - request-timeout
            - request-line-too-long
            - header-fields-too-large
            - expectation-failed
            - not-implemented
            - version-not-supported
            - rate-limited
            - unavailable
            - internal-error
        reason:
          type: string
          description: |
            Which rule of HTTP a message broke that was refused before anybody looked at what it asks for, as
            `bare-lf`: for whoever debugs a client.
        errors:
          type: array
          description: Every fault of the request.
          items:
            type: object
            required: [code, detail]
            properties:
              pointer: {type: string, format: json-pointer, description: Into the body (RFC 6901).}
              parameter: {type: string, description: 'Of the query, or a header field.'}
              code: {type: string}
              detail: {type: string}
        current:
          description: 'With 412: the record, the account or the filter, as it is.'
          anyOf:
            - {$ref: '#/components/schemas/Entry'}
            - {$ref: '#/components/schemas/Habit'}
            - {$ref: '#/components/schemas/HabitDay'}
            - {$ref: '#/components/schemas/FocusFilter'}
            - {$ref: '#/components/schemas/Account'}
        requestId: {type: string}

    Events:
      type: object
      additionalProperties: false
      required: [events]
      properties:
        events:
          type: array
          maxItems: 500
          items:
            type: object
            additionalProperties: false
            required: [id, name]
            properties:
              id: {type: string, format: uuid}
              name:
                type: string
                description: |
                  `intent_performed` and `intent_donated`, each with an intent, and `app_open` are measured; other names
                  are the client's own.
                pattern: '^[a-z][a-z0-9_]{0,63}$'
              intent: {type: [string, 'null'], minLength: 1, maxLength: 200, pattern: '^[!#-+\--~]*$'}
              source:
                oneOf:
                  - {$ref: '#/components/schemas/Source'}
                  - {type: 'null'}
              sessionId: {type: [string, 'null'], format: uuid}
              opId:
                type: [string, 'null']
                format: uuid
                description: The operation that it belongs to, with which it is undone.
              occurredAt:
                description: Now, without it.
                oneOf:
                  - {$ref: '#/components/schemas/Instant'}
                  - {type: 'null'}
              timeZone: {type: [string, 'null'], format: time-zone, description: An IANA name; the account's without it.}
              foreground: {type: [boolean, 'null'], description: Whether the app was in the foreground.}
              properties:
                type: [object, 'null']
                description: At most 2,048 bytes as JSON.
                maxProperties: 20
                propertyNames: {minLength: 1, maxLength: 64, pattern: '^[^\x00]*$'}
                additionalProperties:
                  type: [string, number, boolean, 'null']
                  maxLength: 500
                  pattern: '^[^\x00]*$'

    EventReceipt:
      type: object
      required: [results, shiftMs, serverTime]
      properties:
        results:
          type: array
          items:
            type: object
            required: [id, outcome]
            properties:
              id: {type: string, format: uuid}
              outcome: {type: string, enum: [recorded, duplicate, expired]}
        shiftMs: {type: integer, minimum: 0}
        serverTime: {$ref: '#/components/schemas/Instant'}

    Rate:
      type: [number, 'null']
      description: To six decimals; null of fewer than 5 people.

    WaitingAccounts:
      type: integer
      minimum: 0
      description: |
        Accounts that were written to and are not counted yet, since counting them would have taken more than 2
        seconds; usually 0.

    OptionalDay:
      oneOf:
        - {$ref: '#/components/schemas/Day'}
        - {type: 'null'}

    Funnel:
      type: object
      required: [from, to, windowDays, times, count, order, undone, immature, steps, waitingAccounts]
      properties:
        from: {$ref: '#/components/schemas/OptionalDay'}
        to: {$ref: '#/components/schemas/OptionalDay'}
        windowDays: {type: integer}
        times: {type: integer}
        count: {type: string, enum: [acts, days]}
        order: {type: string, enum: [sequential, any]}
        undone: {type: string, enum: [include, exclude]}
        immature: {type: integer, description: People whose days are not over; they are in the steps.}
        steps:
          type: array
          items:
            type: object
            required: [step, people, rateFromFirst, rateFromPrevious, medianSecondsFromFirst, medianSecondsFromPrevious]
            properties:
              step:
                type: string
                enum: [account_made, intent_donated, intent_performed, intent_performed_repeatedly]
              people: {type: integer}
              rateFromFirst: {$ref: '#/components/schemas/Rate'}
              rateFromPrevious: {$ref: '#/components/schemas/Rate'}
              medianSecondsFromFirst: {type: [number, 'null']}
              medianSecondsFromPrevious: {type: [number, 'null']}
        waitingAccounts: {$ref: '#/components/schemas/WaitingAccounts'}

    SourceMix:
      type: object
      required: [bucket, from, to, buckets, waitingAccounts]
      properties:
        bucket: {type: string, enum: [day, week, month]}
        from: {$ref: '#/components/schemas/Day'}
        to: {$ref: '#/components/schemas/Day'}
        buckets:
          type: array
          items:
            type: object
            required: [start, events, people, sources]
            properties:
              start: {$ref: '#/components/schemas/Day'}
              events: {type: integer}
              people: {type: integer}
              sources:
                type: array
                items:
                  type: object
                  required: [source, events, people, share]
                  properties:
                    source:
                      type: string
                      enum: [app, siri, shortcuts, widget, control_center, spotlight, action_button, import, script, unknown]
                    events: {type: integer}
                    people: {type: integer}
                    share: {type: number, minimum: 0, maximum: 1}
        waitingAccounts: {$ref: '#/components/schemas/WaitingAccounts'}

    ReturnedGroup:
      type: object
      required: [people, returned, rate, lower, upper]
      properties:
        people: {type: integer}
        returned: {type: integer}
        rate: {$ref: '#/components/schemas/Rate'}
        lower: {$ref: '#/components/schemas/Rate'}
        upper: {$ref: '#/components/schemas/Rate'}

    Retention:
      type: object
      required: [from, to, weeks, note, waitingAccounts]
      properties:
        from: {$ref: '#/components/schemas/OptionalDay'}
        to: {$ref: '#/components/schemas/OptionalDay'}
        weeks:
          type: array
          items:
            type: object
            required: [week, exposed, others, difference, immature]
            properties:
              week: {type: integer, minimum: 1}
              exposed: {$ref: '#/components/schemas/ReturnedGroup'}
              others: {$ref: '#/components/schemas/ReturnedGroup'}
              difference:
                type: [object, 'null']
                description: Of the rates; null where one of them is.
                required: [value, lower, upper]
                properties:
                  value: {type: number}
                  lower: {type: number}
                  upper: {type: number}
              immature: {type: integer}
        note: {type: string}
        waitingAccounts: {$ref: '#/components/schemas/WaitingAccounts'}

    DonationUse:
      type: object
      required: [from, to, days, waitingAccounts]
      properties:
        from: {$ref: '#/components/schemas/Day'}
        to: {$ref: '#/components/schemas/Day'}
        days:
          type: array
          items:
            type: object
            required: [day, intent, donated, donors, performed, performers, undone]
            properties:
              day: {$ref: '#/components/schemas/Day'}
              intent: {type: string}
              donated: {type: integer}
              donors: {type: integer, description: People who donated it.}
              performed: {type: integer, description: 'All, undone or not.'}
              performers: {type: integer, description: People who performed it.}
              undone: {type: integer}
        waitingAccounts: {$ref: '#/components/schemas/WaitingAccounts'}

"""####
}
