import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import css from './table-tabs.module.css';
import type { TableName } from './tables.ts';
import { words } from './words.ts';

interface Props<C extends TableName> {
	categories: readonly C[];
	children: (category: C) => ReactNode;
	/** Whether to show a table as soon as it is added. */
	opensAdded?: boolean;
}

/** Shows the tables side by side. If they don't fit, style sheets show one table at a time, chosen with tabs. */
export function TableTabs<C extends TableName>({ categories, children, opensAdded = false }: Props<C>) {
	const count = categories.length;
	const [{ index: shownIndex }, setSelection] = useState({ index: 0, total: count });
	const show = (at: number): void => setSelection({ index: at, total: count });
	// After a table is removed, the first one is shown.
	useEffect(() => {
		setSelection((current) => {
			if (current.total === count) return current;
			const nextIndex = opensAdded ? count - 1 : current.index;
			return { index: count > current.total ? nextIndex : 0, total: count };
		});
	}, [count, opensAdded]);
	const tabs = useRef<HTMLDivElement>(null);
	const moveByKey = (event: KeyboardEvent): void => {
		const next = findNextTab(event.key, shownIndex, count);
		if (next === undefined) return;
		event.preventDefault();
		show(next);
		tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
	};
	return (
		<>
			<div role="tablist" aria-label={words.tablesLabel} className={`${css['tabs']} needs-script`} ref={tabs} onKeyDown={moveByKey}>
				{categories.map((category, i) => (
					<button
						key={category}
						type="button"
						role="tab"
						id={`tab-${category}`}
						className={css['tab']}
						aria-controls={`top-${category}`}
						aria-selected={i === shownIndex}
						tabIndex={i === shownIndex ? 0 : -1}
						onClick={() => show(i)}
					>
						{words.tabs[category]}
					</button>
				))}
			</div>
			<div className={css['tables']}>
				{categories.map((category, i) => (
					<div
						key={category}
						role="tabpanel"
						id={`top-${category}`}
						aria-labelledby={`tab-${category}`}
						className={i === shownIndex ? undefined : css['behind']}
					>
						{children(category)}
					</div>
				))}
			</div>
		</>
	);
}

/** Returns the tab that a key moves to from index `at`. Arrows wrap around; Home and End go to the ends. Undefined for other keys. */
export function findNextTab(key: string, at: number, count: number): number | undefined {
	if (key === 'ArrowRight') return (at + 1) % count;
	if (key === 'ArrowLeft') return (at + count - 1) % count;
	if (key === 'Home') return 0;
	return key === 'End' ? count - 1 : undefined;
}
