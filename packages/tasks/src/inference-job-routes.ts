/** Polling routes of providers that answer with a job (catalog of providers, bodies of raw requests). */
const jobRoutes: Readonly<Record<string, readonly RegExp[]>> = {
  'fal-ai': [/^[\w.-]+(?:\/[\w.-]+)+\/requests\/[\w-]+(?:\/status)?$/],
  replicate: [/^v1\/predictions\/\w+$/],
  novita: [/^v3\/async\/task-result$/, /^v3\/minimax\/v2\/query\/video_generation\/[\w-]+$/],
  together: [/^v2\/videos\/[\w-]+$/],
  wavespeed: [/^api\/v3\/predictions\/[\w-]+(?:\/result)?$/],
  'zai-org': [/^api\/paas\/v4\/async-result\/[\w-]+$/],
}

/** Whether a route of this kind of upstream only polls a job. Such a route names no model: only the caller that started the job knows its id. */
export function isJobRoute(kind: string, path: string): boolean {
  return Object.hasOwn(jobRoutes, kind) && jobRoutes[kind]?.some((pattern) => pattern.test(path)) === true
}
