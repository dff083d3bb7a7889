-- Deletes the turn-offs and lone sends of the installations in the work table `erased_installation`.
DELETE FROM lone_send USING erased_installation WHERE lone_send.installation_id = erased_installation.installation_id;
DELETE FROM turn_off USING erased_installation WHERE turn_off.installation_id = erased_installation.installation_id
