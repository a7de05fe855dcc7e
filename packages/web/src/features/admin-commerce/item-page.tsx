import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { adminLink } from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './commerce.module.css';

export type Fact = readonly [label: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
	return (
		<dl className={css['facts']}>
			{facts.map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}

export function Time({ iso, absent = '' }: { iso: string | null; absent?: string }) {
	return iso === null ? absent : <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

export function orderLink(code: string) {
	return adminLink('orders', { order: code });
}

export function notificationLink(id: string) {
	return adminLink('payment-notices', { notice: id });
}

/** Returns the link to the subscriptions of an order. */
export function subscriptionsLink(code: string) {
	return adminLink('subscriptions', { q: code });
}

/** Returns the link to the users with this e-mail address. */
export function usersLink(email: string) {
	return adminLink('users', { q: email });
}

interface Props<T> {
	query: { data: T | undefined; error: Error | null; refetch(): unknown };
	/** Shown if no item has the id in the URL. */
	notFound: { title: string; detail: string };
	back: { link: ReturnType<typeof adminLink>; label: string };
	children: (data: T) => ReactNode;
}

/** Shows the page of one item: loading, failed, not found, or the item itself. */
export function ItemPage<T>({ query: { data, error, refetch }, notFound, back, children }: Props<T>) {
	if (error instanceof ApiError && (error.status === 404 || error.status === 400))
		return (
			<StateBox heading="h1" title={notFound.title} detail={notFound.detail}>
				<Link {...back.link} className={buttonClass}>
					{back.label}
				</Link>
			</StateBox>
		);
	if (data !== undefined) return children(data);
	if (error) return <LoadFailed retry={() => void refetch()} />;
	return (
		<p role="status" aria-busy="true">
			{common.loading}
		</p>
	);
}
