const localEndings = ['.localhost', '.local', '.lan', '.internal', '.home.arpa', '.test']

/**
 * True for a `Host` that only this machine or its own network can mean: loopback, an IP address, a name without dots, a name of a local
 * zone. A name of the public DNS may point here without our owner's knowledge (DNS rebinding), so it counts only when configured.
 */
export function isLocalHost(host: string): boolean {
  const name = /^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/.test(host) ? 'localhost' : /^([A-Za-z0-9_.-]+?)\.?(?::\d{1,5})?$/.exec(host)?.[1]
  if (name === undefined) return false
  const lower = name.toLowerCase()
  return !lower.includes('.') || /^\d{1,3}(\.\d{1,3}){3}$/.test(lower) || localEndings.some((ending) => lower.endsWith(ending))
}
