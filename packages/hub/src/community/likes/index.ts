export { countLikes, hasLiked, likedAmong, type LikePage, likeRepo, listLikers, listLikes, unlikeRepo } from './likes.ts'
