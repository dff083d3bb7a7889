-- What a rebuild of the states projection copies if retention dropped events: the counts before a time. $1: the time.
SELECT projection.carry_over_states($1::timestamptz)
