import { HubError, isHubError } from '@portolan/contract'
import { storeUnavailable } from './s3-availability.ts'

/** What to check, by the error code of the store or the connection. */
const reasons: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'the access key does not exist',
  SignatureDoesNotMatch: 'the secret key is wrong',
  AccessDenied: 'the credentials do not allow this',
  InvalidBucketName: 'the bucket name is invalid',
  RequestTimeTooSkewed: 'the clocks of the hub and the store differ too much',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the region is wrong',
  CredentialsProviderError: 'no credentials were found',
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  EPIPE: 'the connection broke',
  TimeoutError: 'the request timed out',
}

/** Which setting to look at, by the same codes. */
const advice: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or correct PORTOLAN_S3_BUCKET.',
  InvalidAccessKeyId: 'Correct PORTOLAN_S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct PORTOLAN_S3_SECRET_ACCESS_KEY.',
  AccessDenied: 'Give the key the right to list, read, write and delete in the bucket.',
  InvalidBucketName: 'Correct PORTOLAN_S3_BUCKET.',
  RequestTimeTooSkewed: 'Set the clock of this machine (NTP).',
  PermanentRedirect: 'Correct PORTOLAN_S3_REGION.',
  AuthorizationHeaderMalformed: 'Correct PORTOLAN_S3_REGION.',
  CredentialsProviderError: 'Set PORTOLAN_S3_ACCESS_KEY_ID and PORTOLAN_S3_SECRET_ACCESS_KEY.',
}

/** What the operator can do about {@link s3Reason}, as a sentence. */
export function s3Advice(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  return advice[code ?? ''] ?? advice[name ?? ''] ?? 'Check PORTOLAN_S3_ENDPOINT, the network, and that the store runs.'
}

/** True when the store reports that the object does not exist. */
export function isMissingKey(error: unknown): boolean {
  // By name: some stores also return 404 for an unknown access key.
  const { name } = error as { name?: string }
  return name === 'NoSuchKey' || name === 'NotFound'
}

/** True when the range starts past the end. */
export function isBehindEnd(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 416
}

/** True when the object has been replaced since it was read: `If-Match` failed. */
export function isChanged(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 412
}

/** Why the store failed, worded for the operator. Contains no secrets. */
export function s3Reason(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  // Only an operator's check is aborted by a timeout; elsewhere it is a client that left.
  if (name === 'AbortError') return 'it does not answer in time'
  return reasons[code ?? ''] ?? reasons[name ?? ''] ?? `${name ?? 'error'}: ${message ?? String(error)}`
}

/**
 * What callers see when the store fails: no bucket or endpoint, which are in the cause. The hub's own errors, and those of a client that
 * disconnected, are passed through unchanged.
 */
export function storeError(error: unknown): Error {
  if (isHubError(error)) return error
  const { name, $metadata, $fault } = error as { name?: string; $metadata?: object; $fault?: string }
  const code = (error as NodeJS.ErrnoException).code
  if (name === 'QuotaExceeded' || ($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode === 507)
    return new HubError('storage.full', {}, { cause: error })
  if (
    $metadata !== undefined ||
    $fault !== undefined ||
    reasons[name ?? ''] !== undefined ||
    reasons[code ?? ''] !== undefined ||
    code === 'ECONNRESET'
  )
    return storeUnavailable(error)
  return error as Error
}

/** True when the same request may succeed in a moment: the store could not be reached, did not answer, or failed by itself. */
export function isPassing(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (status !== undefined) return status === 408 || status === 429 || (status >= 500 && status !== 507)
  const { name, code } = error as { name?: string; code?: string }
  return name !== 'AbortError' && (name === 'TimeoutError' || (code !== undefined && (passingCodes.has(code) || code in reasons)))
}

const passingCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EAI_AGAIN'])

/** True when nothing works with the store as it is configured. */
export function isRefusal(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode === 401 || $metadata?.httpStatusCode === 403 || name === 'NoSuchBucket'
}
