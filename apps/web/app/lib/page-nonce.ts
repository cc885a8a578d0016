declare global {
  interface Window {
    /** Set by a script in each page (entry.server.tsx). */
    readonly __nonce__?: string
  }
}

/** The nonce that lets style sheets into this page. Only in the browser. */
export function pageNonce(): string {
  return window.__nonce__ ?? ''
}
