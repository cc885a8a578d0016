/**
 * Identity: accounts, organizations, robots, tokens, sessions, invites; signing in with a device code or the company's provider; storage quotas;
 * mail about accounts.
 */
export {}
