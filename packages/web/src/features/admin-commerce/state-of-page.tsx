import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { adminLink } from '../../entities/administration/links.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';

interface Props<T> {
	query: { data: T | undefined; error: Error | null; refetch(): unknown };
	/** If the address names nothing. */
	noSuch: { title: string; detail: string };
	back: { link: ReturnType<typeof adminLink>; label: string };
	children: (data: T) => ReactNode;
}

/** The page of one item: loading, failed, not found, or the item itself. */
export function StateOfPage<T>({ query: { data, error, refetch }, noSuch, back, children }: Props<T>) {
	if (error instanceof ApiError && (error.status === 404 || error.status === 400))
		return (
			<StateBox heading="h1" title={noSuch.title} detail={noSuch.detail}>
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
