const localEndings = ['.localhost', '.local', '.lan', '.internal', '.home.arpa', '.test']

/**
 * True for a `Host` that can only mean this machine or its own network: loopback, an IP address, a name without dots, or a name in a local
 * zone. A public DNS name may point here without the owner's knowledge (DNS rebinding), so it is accepted only when configured.
 */
export function isLocalHost(host: string): boolean {
  const name = /^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/.test(host) ? 'localhost' : /^([A-Za-z0-9_.-]+?)\.?(?::\d{1,5})?$/.exec(host)?.[1]
  if (name === undefined) return false
  const lower = name.toLowerCase()
  return !lower.includes('.') || /^\d{1,3}(\.\d{1,3}){3}$/.test(lower) || localEndings.some((ending) => lower.endsWith(ending))
}
