/** A live region outside all changing content, so that screen readers announce messages once and completely. */
export function Announcer() {
  return <div id="announcer" aria-live="polite" className="sr-only" />
}

export function announce(message: string): void {
  const region = document.getElementById('announcer')
  if (!region) return
  region.textContent = ''
  // Screen readers ignore text that did not change, so the region is cleared first and filled in the next frame.
  requestAnimationFrame(() => {
    region.textContent = message
  })
}
