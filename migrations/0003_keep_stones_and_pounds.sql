-- A weight can be typed in stones and pounds: whole stones and what is left in pounds. It is kept in
-- thousandths of pounds, and the unit says how it was typed. It is no unit of an account, which
-- chooses one to be shown single values in.

alter domain mass_unit drop constraint mass_unit_known;
alter domain mass_unit add constraint mass_unit_known
  check (value in ('kg', 'lb', 'st', 'st_lb'));

alter table accounts add constraint accounts_unit_known check (unit <> 'st_lb');
