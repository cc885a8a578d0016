/** A live region outside everything that changes, so that screen readers speak once and in full. */
export function Announcer() {
  return <div id="announcer" aria-live="polite" className="sr-only" />
}

export function announce(message: string): void {
  const region = document.getElementById('announcer')
  if (!region) return
  region.textContent = ''
  // A region that gets the same text again stays silent: it is emptied first, and filled in the next frame.
  requestAnimationFrame(() => {
    region.textContent = message
  })
}
