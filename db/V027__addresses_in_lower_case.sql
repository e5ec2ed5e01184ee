-- An address is kept in lower case: how a company wrote it is nobody else's to read.
update app_user set email = lower(email), updated_on = now() where email <> lower(email);
