import { adminLink } from '../../entities/administration/links.ts';

export function orderLink(code: string) {
	return adminLink('orders', { order: code });
}

export function notificationLink(id: string) {
	return adminLink('payment-notices', { notice: id });
}

/** The subscriptions of an order. */
export function subscriptionsLink(code: string) {
	return adminLink('subscriptions', { q: code });
}

/** The users with this address. */
export function usersLink(email: string) {
	return adminLink('users', { q: email });
}
