/** Headers for responses to git, which must not be cached (gitprotocol-http). @param type such as `git-upload-pack-result` */
export function gitHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': `application/x-${type}`,
    'Cache-Control': 'no-cache, max-age=0, must-revalidate',
    Pragma: 'no-cache',
    Expires: '0',
  }
}
