import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A certificate for the hosts that the code calls, and the certificate authority that the clients are configured to trust. Not trusted anywhere else;
 * valid for two days.
 */
export interface Certificate {
  readonly key: string
  readonly cert: string
  /** Path of the authority's certificate. */
  readonly authority: string
}

/** Created by the `openssl` program, in the folder. */
export function makeCertificate(folder: string, hosts: readonly string[]): Certificate {
  const path = (name: string): string => join(folder, name)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const openssl = (...options: string[][]): unknown =>
    execFileSync('openssl', ['req', '-x509', ...key, ...options.flat()], { stdio: 'pipe' })
  const [authority, authorityKey] = [path('authority.pem'), path('authority.key')]
  openssl(['-keyout', authorityKey, '-out', authority, '-subj', '/CN=recorder'], ['-addext', 'keyUsage=critical,keyCertSign'])
  const names = hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`))
  openssl(
    ['-CA', authority, '-CAkey', authorityKey, '-keyout', path('leaf.key'), '-out', path('leaf.pem'), '-subj', '/CN=recorded'],
    ['-addext', `subjectAltName=${names.join(',')}`, '-addext', 'basicConstraints=CA:FALSE', '-addext', 'extendedKeyUsage=serverAuth'],
  )
  const cert = readFileSync(path('leaf.pem'), 'utf8')
  return { key: readFileSync(path('leaf.key'), 'utf8'), cert: cert + readFileSync(authority, 'utf8'), authority }
}
