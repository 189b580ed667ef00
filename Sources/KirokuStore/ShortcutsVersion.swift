/// What tells whether the choices that an intent offers are still the ones that a device has.
enum ShortcutsVersion {
  /// 16 characters for the set of habits that can be chosen, whatever their order; `a` is the account.
  static let column: StaticString = """
    (select left(md5(coalesce(
        string_agg(concat_ws(chr(31), c.id, c.kind, c.name), chr(30) order by c.id), '')), 16)
      from habits c
      where c.account_id = a.account_id and c.deleted_at is null and not c.archived)
    """
}
