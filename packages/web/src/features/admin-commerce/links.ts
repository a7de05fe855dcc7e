import { adminLink } from '../../entities/administration/links.ts';

export const orderLink = (code: string) => adminLink('orders', { order: code });
export const notificationLink = (id: string) => adminLink('payment-notices', { notice: id });
/** The subscriptions of an order. */
export const subscriptionsLink = (code: string) => adminLink('subscriptions', { q: code });
/** The users with this address. */
export const usersLink = (email: string) => adminLink('users', { q: email });
