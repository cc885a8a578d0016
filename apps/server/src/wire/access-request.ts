import type { AccessRequest } from '@portolan/hub'
import { avatarUrl } from './account.ts'

/** An entry in the list of access requests. Owners see the e-mail address, as users are told when they request access. */
export function toWireAccessRequest(origin: string, request: AccessRequest) {
  const { user, answers } = request
  return {
    requestId: request.uid,
    user: {
      _id: user.uid,
      user: user.name,
      fullname: user.fullname,
      // Users who were granted access without requesting it never agreed to share it.
      ...(user.email === null || request.grantedBy !== null ? {} : { email: user.email }),
      avatarUrl: avatarUrl(origin, user.name),
      isPro: false,
      type: 'user' as const,
    },
    status: request.status,
    timestamp: request.askedAt.toISOString(),
    ...(Object.keys(answers).length === 0 ? {} : { fields: answers }),
    ...(request.grantedBy === null ? {} : { grantedBy: request.grantedBy }),
    ...(request.reason === null ? {} : { rejectionReason: request.reason }),
  }
}
