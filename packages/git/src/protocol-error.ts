/** A peer violated the git protocol, or one of our limits. The message is sent to the peer: it reveals nothing about the server. */
export class GitProtocolError extends Error {
  override readonly name = 'GitProtocolError'
}
