import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PAGE_SIZE } from '../../../entities/list-state/state.ts';
import { Retry } from '../../../ui/states/load-failed.tsx';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { words as common } from '../../../ui/words.ts';
import css from './grid.module.css';
import type { NoResultsProps, NoTickersProps } from './no-tickers.tsx';
import { words } from './words.ts';

// Browsers load this code on demand, because few lists are empty. The server loads it in advance, so that the first HTML is complete.
const loadEmptyStates = () => import('./no-tickers.tsx');
const LazyNoResults = lazyRouteComponent(loadEmptyStates, 'NoResults');
const LazyNoTickers = lazyRouteComponent(loadEmptyStates, 'NoTickersHere');
if (import.meta.env.SSR) {
	void LazyNoResults.preload?.();
	void LazyNoTickers.preload?.();
}

/** Shows a placeholder for each card of a page. */
export function Skeletons() {
	return (
		<ul className={css['grid']} aria-label={words.loading} aria-busy="true">
			{Array.from({ length: PAGE_SIZE }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders are distinguished only by their position.
				<li key={i} className={css['skeleton']} />
			))}
		</ul>
	);
}

export function ListFailed({ retry }: { retry: () => void }) {
	return (
		<StateBox title={words.failed} detail={words.failedNext}>
			<Retry retry={retry}>{common.retry}</Retry>
		</StateBox>
	);
}

export function NoResults(props: NoResultsProps) {
	return (
		<Suspense>
			<LazyNoResults {...props} />
		</Suspense>
	);
}

export function NoTickers(props: NoTickersProps) {
	return (
		<Suspense>
			<LazyNoTickers {...props} />
		</Suspense>
	);
}
