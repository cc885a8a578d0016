/** Formats `text-generation` as `Text generation`, without adding the task catalog to the bundle. */
export function taskLabel(task: string): string {
  const words = task.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
