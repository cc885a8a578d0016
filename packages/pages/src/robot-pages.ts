import { HubError } from '@portolan/contract'
import {
  type AccessTokenInfo,
  type Actor,
  createRobot,
  createRobotToken,
  listRobots,
  listRobotTokens,
  type NewAccessToken,
  requireRobotActor,
  revokeRobotToken,
  type Robot,
  setRobotDisabled,
  type Hub,
  quickSearch,
} from '@portolan/hub'

const perKind = 5

function toView({ createdAt, ...rest }: Robot) {
  return { ...rest, createdAt: createdAt.toISOString() }
}

/** A token as listed on pages. */
export function toTokenView(hub: Hub, token: AccessTokenInfo) {
  return {
    ...token,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    isOver: token.expiresAt !== null && token.expiresAt <= hub.now(),
  }
}

/** A few repos of each kind whose names start with the text, for autocompletion. */
export async function reposByName(hub: Hub, actor: Actor, q: string) {
  const { models, datasets, spaces } = await quickSearch(hub, actor, q, perKind)
  return [...models, ...datasets, ...spaces].map(({ type, fullName }) => ({ type, name: fullName }))
}

/** What the robot pages show and do. `org`: the robots' owner; `null` for the hub's own. */
export function robotActions(hub: Hub, actor: Actor) {
  return {
    robots: async (org: string | null) => (await listRobots(hub, actor, org)).map(toView),
    createRobot: (org: string | null, input: { name: string; fullname: string; role?: string }) => createRobot(hub, actor, org, input),
    /** One robot, with its tokens. @param q search text for repos, among those the robot can see */
    async robot(org: string | null, name: string, q: string) {
      const robot = (await listRobots(hub, actor, org)).find((each) => each.name.toLowerCase() === name.toLowerCase())
      if (!robot) throw new HubError('account.not_found', { message: `There is no service account named ${name} here` })
      const own = robot.isDisabled ? null : await requireRobotActor(hub, actor, org, name)
      return {
        robot: toView(robot),
        tokens: (await listRobotTokens(hub, actor, org, name)).map((token) => toTokenView(hub, token)),
        accounts: (own?.orgs ?? []).map((each) => ({ type: 'org' as const, name: each.name, label: `${each.name} and its repositories` })),
        found: own === null || q === '' ? null : await reposByName(hub, own, q),
      }
    },
    setRobotDisabled: (org: string | null, name: string, isDisabled: boolean) => setRobotDisabled(hub, actor, org, name, isDisabled),
    createRobotToken: (org: string | null, name: string, input: NewAccessToken) => createRobotToken(hub, actor, org, name, input),
    revokeRobotToken: (org: string | null, name: string, uid: string) => revokeRobotToken(hub, actor, org, name, uid),
  }
}
