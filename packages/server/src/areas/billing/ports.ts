/** Storage and external services of billing. */
import type { User } from '@sw/domain/access/user';
import type { Grant, LicenceState } from '@sw/domain/billing/licence-state';
import type { BillingMail } from '@sw/domain/billing/mail';
import type { Order, OrderSearch } from '@sw/domain/billing/order';
import type { NotificationFields, NotificationSearch, StoredNotification } from '@sw/domain/billing/payment-notification';
import type { Price, Product } from '@sw/domain/billing/plan';
import type { RenewalType, Subscription, SubscriptionSearch } from '@sw/domain/billing/subscription';
import type { DeliverableMessage } from '@sw/domain/inbox/message';
import type { UtcMs } from '@sw/domain/time/units';
import type { BackgroundMail } from '../../outside/mail/background-mail.ts';
import type { Payments } from '../../outside/payments/payments.ts';
import type { Clock } from '../../platform/clocks/clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { AuditAct } from '../audit-act.ts';

interface Page<Row> {
	items: Row[];
	total: number;
}

/** With the end of a licence that was paid once, without a subscription. */
export type KeptOrder = Order & { readonly licenceUntil: UtcMs | null };
/** With its owner's address; '' where the account is deleted. */
export type OrderOfUser = KeptOrder & { readonly email: string };
export type OrderChange = Partial<Omit<KeptOrder, 'id' | 'code' | 'userId' | 'createdAt'>>;

/** References in a payment notification: the provider's numbers, and our order code. */
export interface NamedOrder {
	readonly providerOrderIds: readonly string[];
	readonly providerSubscriptionId: string | null;
	readonly code: string | null;
}
/** Fields of an order that follow from its payment notifications. */
export type ReportedOrder = Pick<
	KeptOrder,
	'id' | 'state' | 'paymentMethod' | 'providerOrderId' | 'charges' | 'paidAt' | 'licenceUntil' | 'updatedAt'
>;

/** With changes that were requested and that the provider accepted. */
export type KeptSubscription = Subscription & {
	readonly askedState: 'finished' | 'terminated' | null;
	readonly askedRenewal: RenewalType | null;
	readonly askedRenewalAt: UtcMs | null;
};
export type SubscriptionOfUser = KeptSubscription & { readonly orderCode: string; readonly productName: string; readonly email: string };

export type NewNotification = Pick<
	StoredNotification,
	'id' | 'key' | 'state' | 'typeId' | 'type' | 'providerOrderId' | 'providerSubscriptionId' | 'fields' | 'receivedAt'
>;
/** A stored notification: its number, and whether it is new. */
export interface KeptNotification {
	number: number;
	isNew: boolean;
}
export type NotificationChange = Partial<
	Pick<StoredNotification, 'state' | 'workedAt' | 'attempts' | 'reason' | 'orderId'> & { dueAt: UtcMs }
>;

/** A processed notification, its order and the number of attempts. */
export interface ProcessedNotification {
	readonly id: string;
	readonly orderId: string;
	readonly attempts: number;
}

/** A new licence for an account; null: none. */
export interface LicenceOfUser {
	readonly userId: string;
	readonly grant: Grant | null;
}
/** For an account, with the time of its next check. */
export interface UserLicenceState {
	readonly userId: string;
	readonly state: LicenceState;
	readonly lookAt: UtcMs | null;
}

export interface RejectedRequests {
	readonly date: string;
	readonly hook: 'live' | 'test';
	readonly reason: string;
	readonly count: number;
}

/** Absent rows are undefined. */
export interface BillingRecords {
	transaction<T>(work: (records: BillingRecords) => Promise<T>): Promise<T>;

	listProducts(): Promise<Product[]>;
	productById(id: string): Promise<Product | undefined>;
	addProduct(product: Product): Promise<Product | 'taken'>;
	changeProduct(id: string, change: Partial<Omit<Product, 'id' | 'createdAt'>>): Promise<Product | 'taken' | undefined>;
	removeProduct(id: string, change: Pick<Product, 'updatedAt'>): Promise<boolean>;
	pricesOf(ids: readonly string[]): Promise<Price[]>;
	savePrices(wanted: readonly (Omit<Price, 'cents'> & { cents: number | null })[]): Promise<number>;

	addOrder(order: Order): Promise<void>;
	orderByName(idOrCode: string): Promise<OrderOfUser | undefined>;
	/** Locks them until the transaction ends; deleted orders are left out. */
	lockOrders(ids: readonly string[]): Promise<KeptOrder[]>;
	/** For each, the order with one of the provider's numbers, otherwise the one with the code. */
	ordersNamed(named: readonly NamedOrder[]): Promise<(KeptOrder | undefined)[]>;
	changeOrders(reported: readonly ReportedOrder[]): Promise<void>;
	/** False when the order is no longer waiting. */
	changeWaiting(id: string, change: OrderChange): Promise<boolean>;
	/** Cancels orders unpaid since before that time; returns how many. */
	withdrawUnpaid(before: UtcMs, now: UtcMs, most: number): Promise<number>;
	listOrders(search: OrderSearch, skip: number, max: number): Promise<Page<OrderOfUser>>;

	subscriptionById(id: string): Promise<SubscriptionOfUser | undefined>;
	subscriptionOf(userId: string): Promise<SubscriptionOfUser | undefined>;
	subscriptionsOfOrders(orderIds: readonly string[]): Promise<KeptSubscription[]>;
	subscriptionsToFinish(most: number): Promise<KeptSubscription[]>;
	/** False when a provider number belongs to another order. */
	saveSubscriptions(rows: readonly Subscription[]): Promise<boolean>;
	changeSubscription(id: string, change: Partial<Pick<KeptSubscription, 'askedState' | 'askedRenewal' | 'askedRenewalAt'>>): Promise<void>;
	removeSubscriptions(ids: readonly string[]): Promise<void>;
	listSubscriptions(search: SubscriptionSearch, skip: number, max: number): Promise<Page<SubscriptionOfUser>>;
	paidGrants(userIds: readonly string[], now: UtcMs): Promise<(Grant & { userId: string })[]>;

	/** All or none, in this order; one result for each. */
	storeNotifications(notifications: readonly NewNotification[]): Promise<KeptNotification[]>;
	notificationById(id: string): Promise<StoredNotification | undefined>;
	dueNotifications(now: UtcMs, most: number): Promise<StoredNotification[]>;
	notificationsOfOrders(orderIds: readonly string[]): Promise<StoredNotification[]>;
	/** Counts them for their orders from now on. */
	markNotificationsProcessed(worked: readonly ProcessedNotification[], now: UtcMs): Promise<void>;
	recheckNotifications(
		by: { providerOrderIds: readonly string[]; providerSubscriptionIds: readonly string[] },
		now: UtcMs,
	): Promise<number>;
	changeNotification(id: string, change: NotificationChange): Promise<StoredNotification | undefined>;
	listNotifications(search: NotificationSearch, skip: number, max: number): Promise<Page<StoredNotification>>;
	wholeNotifications(before: UtcMs, most: number): Promise<Pick<StoredNotification, 'id' | 'fields'>[]>;
	stripNotification(id: string, fields: NotificationFields, at: UtcMs): Promise<void>;
	countRejectedRequests(rows: readonly RejectedRequests[]): Promise<void>;
	rejectedRequestsSince(date: string): Promise<RejectedRequests[]>;

	userById(id: string): Promise<User | undefined>;
	/** Locks them until the transaction ends; deleted accounts are left out. */
	lockUsers(ids: readonly string[]): Promise<User[]>;
	giveLicences(given: readonly LicenceOfUser[]): Promise<void>;
	licenceStates(userIds: readonly string[]): Promise<ReadonlyMap<string, LicenceState>>;
	saveLicenceStates(kept: readonly UserLicenceState[]): Promise<void>;
	licenceStatesDue(now: UtcMs, most: number): Promise<string[]>;
	/** Queues mails; a second one with the same key is ignored. Returns the keys of the new ones. */
	enqueueMails(enqueued: readonly { key: string; mail: BillingMail }[], at: UtcMs): Promise<ReadonlySet<string>>;
	/** Takes waiting mails; no other process gets them before `until`. */
	claimMails(now: UtcMs, until: UtcMs, most: number): Promise<{ key: string; mail: BillingMail; attempts: number }[]>;
	markMailSent(key: string): Promise<void>;
	postponeMail(key: string, dueAt: UtcMs): Promise<void>;
	/** Sends inbox messages, once per key. */
	sendMessages(reported: readonly { userId: string; message: DeliverableMessage }[], now: UtcMs): Promise<void>;
}

export interface BillingParts {
	records: BillingRecords;
	/** null: payments are not available. */
	payments: Payments | null;
	clock: Clock;
	randomSource: RandomSource;
	post: Pick<BackgroundMail, 'deliver' | 'later'>;
	/** Scheme, host and port that users type. */
	origin: string;
	audit: AuditAct;
	/** Called for a new notification that must be processed; never waits and never throws. */
	wake(number: number): void;
	/** The account's licence has changed. */
	accountChanged(userId: string): void;
	onError(what: string, error: unknown): void;
}
