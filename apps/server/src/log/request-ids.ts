import { currentCaller, type Logger } from '@portolan/hub'

/** Adds the id of the request to what is logged while it is served. */
export function withRequestIds(log: Logger): Logger {
  const at =
    (level: keyof Logger): Logger['info'] =>
    (message, fields) => {
      const { requestId } = currentCaller()
      log[level](message, requestId === null || requestId === undefined ? fields : { requestId, ...fields })
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
