import { lookup } from 'mrmime'

/** The media type that a browser runs or shows a file of a site by: of a Space, or of our own pages. */
export function webContentType(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream'
  return /^text\/|^application\/(?:json|javascript|manifest\+json|xml)$|\+xml$/.test(type) ? `${type}; charset=utf-8` : type
}
