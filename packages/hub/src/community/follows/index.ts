export { countFollowers, countFollowing, follow, followedAmong, type FollowPage, listFollows, newsOfFollowed, unfollow } from './follows.ts'
