/** True if the key press is meant for a form field or an open dialog, or is part of a browser shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target instanceof Element ? event.target : null
  const isField = target !== null && target.closest('input, textarea, select, [contenteditable]') !== null
  // A dialog that was just closed may keep the focus until the next frame, but no longer handles keys.
  return isField || document.querySelector('dialog[open]') !== null
}
