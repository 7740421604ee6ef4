-- Holds the place of the roster sync's migration, which is on another branch and replaces this file when the two meet.
select;
