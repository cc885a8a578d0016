/**
 * True for Python clients that upload files in `lfs` mode only through Xet: `huggingface_hub` since 1.20
 * (docs/clients.md). The version is in the user agent as `hf_hub/1.28.0`.
 */
export function alwaysUploadsThroughXet(userAgent: string | undefined): boolean {
  const [, major, minor] = /\bhf_hub\/(\d{1,4})\.(\d{1,4})/.exec(userAgent ?? '') ?? []
  if (major === undefined || minor === undefined) return false
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 20)
}

/**
 * True for the request with which the Python `InferenceClient` looks up the provider of a model. Whatever it is told, it then sends the prompt and the
 * caller's token to a constant address of another company, `router.huggingface.co` (docs/clients.md).
 * @param expand as requested; the client asks for nothing else
 */
export function looksUpProvider(userAgent: string | undefined, expand: readonly string[] | null): boolean {
  return expand?.length === 1 && expand[0] === 'inferenceProviderMapping' && /\bhf_hub\/\d/.test(userAgent ?? '')
}
