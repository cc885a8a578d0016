import { lookup } from 'mrmime'

/** The media type with which a browser runs or displays a site's file: a Space's, or one of our own pages'. */
export function webContentType(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream'
  return /^text\/|^application\/(?:json|javascript|manifest\+json|xml)$|\+xml$/.test(type) ? `${type}; charset=utf-8` : type
}
