/** Storage and external services of billing. */
import type { User } from '@sw/domain/access/user';
import type { BillingMail } from '@sw/domain/billing/mail';
import type { NoticeFields, NoticeSearch, StoredNotice } from '@sw/domain/billing/notice';
import type { Order, OrderSearch } from '@sw/domain/billing/order';
import type { Price, Product } from '@sw/domain/billing/plan';
import type { BillingStanding, Grant } from '@sw/domain/billing/standing';
import type { RenewalType, Subscription, SubscriptionSearch } from '@sw/domain/billing/subscription';
import type { ToldMessage } from '@sw/domain/inbox/message';
import type { UtcMs } from '@sw/domain/time/units';
import type { Post } from '../../outside/mail/post.ts';
import type { Payments } from '../../outside/payments/payments.ts';
import type { Chance } from '../../platform/chance.ts';
import type { Clock } from '../../platform/clocks/clock.ts';
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
export type ToldOrder = Pick<
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

export type NewNotice = Pick<
	StoredNotice,
	'id' | 'key' | 'state' | 'typeId' | 'type' | 'providerOrderId' | 'providerSubscriptionId' | 'fields' | 'receivedAt'
>;
/** A stored notification: its number, and whether it is new. */
export interface KeptNotice {
	number: number;
	isNew: boolean;
}
export type NoticeChange = Partial<Pick<StoredNotice, 'state' | 'workedAt' | 'attempts' | 'reason' | 'orderId'> & { dueAt: UtcMs }>;

/** A processed notification, its order and the number of attempts. */
export interface WorkedNotice {
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
export interface StandingOfUser {
	readonly userId: string;
	readonly standing: BillingStanding;
	readonly lookAt: UtcMs | null;
}

export interface TurnedAway {
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
	changeOrders(told: readonly ToldOrder[]): Promise<void>;
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
	keepNotices(notices: readonly NewNotice[]): Promise<KeptNotice[]>;
	noticeById(id: string): Promise<StoredNotice | undefined>;
	dueNotices(now: UtcMs, most: number): Promise<StoredNotice[]>;
	noticesOfOrders(orderIds: readonly string[]): Promise<StoredNotice[]>;
	/** Counts them for their orders from now on. */
	noticesWorked(worked: readonly WorkedNotice[], now: UtcMs): Promise<void>;
	lookAgain(by: { providerOrderIds: readonly string[]; providerSubscriptionIds: readonly string[] }, now: UtcMs): Promise<number>;
	changeNotice(id: string, change: NoticeChange): Promise<StoredNotice | undefined>;
	listNotices(search: NoticeSearch, skip: number, max: number): Promise<Page<StoredNotice>>;
	wholeNotices(before: UtcMs, most: number): Promise<Pick<StoredNotice, 'id' | 'fields'>[]>;
	stripNotice(id: string, fields: NoticeFields, at: UtcMs): Promise<void>;
	countTurnedAway(rows: readonly TurnedAway[]): Promise<void>;
	turnedAwaySince(date: string): Promise<TurnedAway[]>;

	userById(id: string): Promise<User | undefined>;
	/** Locks them until the transaction ends; deleted accounts are left out. */
	lockUsers(ids: readonly string[]): Promise<User[]>;
	giveLicences(given: readonly LicenceOfUser[]): Promise<void>;
	billingStandings(userIds: readonly string[]): Promise<ReadonlyMap<string, BillingStanding>>;
	saveStandings(kept: readonly StandingOfUser[]): Promise<void>;
	standingsDue(now: UtcMs, most: number): Promise<string[]>;
	/** Queues mails; a second one with the same key is ignored. Returns the keys of the new ones. */
	layMails(laid: readonly { key: string; mail: BillingMail }[], at: UtcMs): Promise<ReadonlySet<string>>;
	/** Takes waiting mails; no other process gets them before `until`. */
	takeMails(now: UtcMs, until: UtcMs, most: number): Promise<{ key: string; mail: BillingMail; attempts: number }[]>;
	mailDone(key: string): Promise<void>;
	mailLater(key: string, dueAt: UtcMs): Promise<void>;
	/** Sends inbox messages, once per key. */
	tellMessages(told: readonly { userId: string; message: ToldMessage }[], now: UtcMs): Promise<void>;
}

export interface BillingParts {
	records: BillingRecords;
	/** null: payments are not available. */
	payments: Payments | null;
	clock: Clock;
	chance: Chance;
	post: Pick<Post, 'deliver' | 'later'>;
	/** Scheme, host and port that users type. */
	origin: string;
	audit: AuditAct;
	/** Called for a new notification that must be processed; never waits and never throws. */
	wake(number: number): void;
	/** The account's licence has changed. */
	accountChanged(userId: string): void;
	onTrouble(what: string, error: unknown): void;
}
