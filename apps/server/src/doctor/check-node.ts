import { type Finding, findings } from '@portolan/hub'

/** The version that everything is tested with; the lockfile installs it. */
const neededNode = 26

/** @param maxConnections the setting, for comparing it with how many files the process may have open; `null` when it is unknown */
export function checkNode(versions: { readonly node: string }, maxConnections: number | null): Finding[] {
  const { ok, warning, problem } = findings('node')
  const right = Number(versions.node.split('.')[0]) >= neededNode
  return [
    right
      ? ok(`Node ${versions.node} runs the hub.`)
      : problem(
          `Node ${versions.node} is too old: start the hub with the Node ${neededNode} in node_modules/.bin (npm start and ./portolan do).`,
        ),
    ...(maxConnections === null ? [] : openFiles(openFilesLimit(), maxConnections)),
  ]

  function openFiles(limit: number | null, connections: number): Finding[] {
    if (limit === null || limit >= 2 * connections) return []
    return [
      warning(
        `The process may have ${limit} files open, and ${connections} connections take twice as many: raise the limit (ulimit -n, LimitNOFILE), or lower PORTOLAN_MAX_CONNECTIONS.`,
      ),
    ]
  }
}

/** The limit of this process; a server that is started the same way has the same. `null` when there is none. */
function openFilesLimit(): number | null {
  // Interfaces are resolved by name otherwise, which takes long without a name server.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : null
}
