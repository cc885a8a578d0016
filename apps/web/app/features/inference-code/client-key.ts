/** Returns a client's key for URLs and cookies. It includes the language because some clients exist for two languages. */
export function clientKey({ language, client }: { readonly language: string; readonly client: string }): string {
  return `${language}.${client}`
}
