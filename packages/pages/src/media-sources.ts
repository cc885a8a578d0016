import type { Hub } from '@portolan/hub'

/**
 * Where pictures, videos and sounds on pages may come from besides the hub, as sources of a content security policy: any host when cards load them
 * directly, and the store of large files when clients download from it.
 */
export function mediaSources({ config: { pictures, s3 } }: Hub): string[] {
  if (pictures.mode === 'direct') return ['https:', 'http:']
  if (s3 === null || (s3.presign !== 'downloads' && s3.presign !== 'both')) return []
  const { protocol, host } = new URL(s3.publicEndpoint ?? s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`)
  return [`${protocol}//${s3.pathStyle ? host : `${s3.bucket}.${host}`}`]
}
