const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes text for use inside an element (not for attributes: quotes stay). */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
}
