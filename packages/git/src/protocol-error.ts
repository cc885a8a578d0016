/** What a peer sent breaks the git protocol, or a bound of ours. The message is for the peer: it names nothing of the server's. */
export class GitProtocolError extends Error {
  override readonly name = 'GitProtocolError'
}
