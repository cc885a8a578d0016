const types: Readonly<Record<string, string>> = {
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  mpeg: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

/** The media type for the extension of a file name or URL. */
export function mediaTypeOf(file: string, fallback: string): string {
  return knownType(file) ?? fallback
}

/** Whether the extension of a file name determines its type. */
export function hasKnownType(file: string): boolean {
  return knownType(file) !== null
}

function knownType(file: string): string | null {
  const ending = /\.([A-Za-z0-9]{1,5})(?:[?#].*)?$/.exec(file)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(types, ending) ? (types[ending] ?? null) : null
}

export function isAddress(file: string): boolean {
  return /^https?:\/\//i.test(file)
}

/** The file name used for an upload: the last part of its path or URL. */
export function uploadName(file: string): string {
  return (isAddress(file) ? file.replace(/[?#].*$/, '') : file).split('/').findLast((part) => part !== '') ?? 'file'
}
