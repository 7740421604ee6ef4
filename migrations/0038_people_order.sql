-- The order of names in German lists (Bäcker, Böhm, Brückner), and of personnel numbers by their value (9 before 10).
create collation people_order (provider = icu, locale = 'de-u-kn-true');
