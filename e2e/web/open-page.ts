import type { Page, Response } from '@playwright/test'

/**
 * Opens a page and waits until its scripts have taken over: before that, keys are not heard, and buttons do nothing or send their form.
 *
 * `networkidle` does not tell: the network may rest before scripts run, and on a busy machine it never rests, because the live channel opens two seconds
 * after a page has loaded and stays open.
 */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path)
  await waitForScripts(page)
  return answer
}

/** Waits until the scripts of the page that is open have taken over. */
export async function waitForScripts(page: Page): Promise<void> {
  // Only the browser adds the place for messages, after the effects of the first render.
  await page.locator('[data-rht-toaster]').waitFor({ state: 'attached' })
}
