import { isUnavailable } from './postgres-pool.ts'

/** What to do about a connection that Postgres refuses, by SQLSTATE (PostgreSQL, appendix A). */
const refusals: Record<string, string> = {
  '28P01': 'the password is wrong. Correct it in PORTOLAN_DATABASE_URL',
  '28000': 'the server does not let this user in. Check the user in PORTOLAN_DATABASE_URL, and pg_hba.conf',
  '3D000': 'the database does not exist. Create it (createdb), or correct its name in PORTOLAN_DATABASE_URL',
  '42501': 'the user may not create tables there. Make the user the owner of the database',
  '3F000': 'the user has no schema to create tables in. Make the user the owner of the database',
  '0A000': 'the extension pg_trgm is not installed on the server. Install the contrib modules of Postgres',
  '58P01': 'the extension pg_trgm is not installed on the server. Install the contrib modules of Postgres',
  '53300': 'it has no connections left. Raise max_connections, or stop what holds them',
}

/** What to do about a connection that cannot be made, by the error code of the system. */
const unreachable: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start Postgres, or correct host and port in PORTOLAN_DATABASE_URL',
  ENOTFOUND: 'the host name is not known. Correct it in PORTOLAN_DATABASE_URL',
  EAI_AGAIN: 'the host name cannot be looked up. Check the name servers of this machine',
}

/**
 * Why Postgres cannot be used, in one sentence with what to do about it. Contains no password.
 * @returns `null` for errors that are not about the connection or the rights of its user
 */
export function databaseFault(error: unknown, url: string): string | null {
  const reason = reasonOf(error)
  return reason === null ? null : `Postgres at ${placeOf(url)} cannot be used: ${reason}.`
}

/** Host, port and database of a Postgres URL, without user and password. */
export function placeOf(url: string): string {
  // Without a host, `pg` uses its defaults; `URL` needs one for the parts to be told apart.
  const { hostname, port, pathname, searchParams } = new URL(url.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)(?=\/|$)/, '$1localhost'))
  return `${searchParams.get('host') ?? decodeURIComponent(hostname)}${port === '' ? '' : `:${port}`}${pathname}`
}

function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof AggregateError) return error.errors.map(reasonOf).find((reason) => reason !== null) ?? null
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && syscall === 'connect')
    return 'there is no socket. Start Postgres, or correct the folder of its socket in PORTOLAN_DATABASE_URL'
  if (code === 'ENOENT') return `a file that PORTOLAN_DATABASE_URL names cannot be read (${error.message}). Correct it there`
  const known = refusals[code] ?? unreachable[code]
  if (known !== undefined) return known
  // `pg` reports these without a code.
  if (/does not support SSL/.test(error.message))
    return 'it does not speak TLS. Set it up there, or remove sslmode from PORTOLAN_DATABASE_URL'
  if (/certificate|self-signed/i.test(error.message))
    return `its certificate is not trusted (${error.message}). Give its authority in NODE_EXTRA_CA_CERTS, or sslrootcert in PORTOLAN_DATABASE_URL`
  if (/password must be a string/.test(error.message)) return 'it asks for a password. Put one into PORTOLAN_DATABASE_URL'
  if (isUnavailable(error)) return `it does not answer (${error.message}). Check the host, the network and the firewall`
  return null
}
