import { type KeyboardEvent, useEffect, useRef } from 'react';
import { monthDayYear } from '../../lib/format/times.ts';
import edges from '../../ui/edges.module.css';
import type { DayView } from './picker-view.ts';
import css from './reports.module.css';
import { words } from './words.ts';

interface Props {
	days: readonly DayView[];
	chosen: string;
	choose: (date: string) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Trading days side by side, scrolled to the chosen one; one tab stop, arrow keys move between days. */
export function DateStrip({ days, chosen, choose }: Props) {
	const strip = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other days are shown.
	useEffect(() => {
		const box = strip.current;
		const day = box?.querySelector<HTMLElement>('[aria-current]') ?? box?.querySelector<HTMLElement>('button:last-child');
		if (box && day) box.scrollLeft = day.offsetLeft - box.clientWidth / 2;
	}, [days]);
	const onKeyDown = (event: KeyboardEvent): void => {
		const step = STEPS[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const buttons = [...(strip.current?.querySelectorAll('button:enabled') ?? [])] as HTMLElement[];
		buttons[buttons.indexOf(document.activeElement as HTMLElement) + step]?.focus();
	};
	const stop = days.some(({ date }) => date === chosen) ? chosen : days.findLast((day) => !day.future)?.date;
	return (
		<div ref={strip} className={`${edges['edges']} ${css['strip']}`} role="toolbar" aria-label={words.days} onKeyDown={onKeyDown}>
			{days.map(({ date, weekday, label, future, ...day }) => {
				const mark = markOf(day);
				return (
					<button
						key={date}
						type="button"
						className={css['day']}
						disabled={future}
						tabIndex={date === stop ? 0 : -1}
						aria-current={date === chosen ? 'date' : undefined}
						aria-label={[`${weekday} ${monthDayYear(date)}`, mark?.meaning].filter(Boolean).join(', ')}
						title={mark?.meaning}
						data-mark={mark?.kind}
						onClick={() => choose(date)}
					>
						<small>{weekday}</small> {label}
						{/* Every day is as high as one with a mark. */}
						<span className={css['mark']} aria-hidden="true" data-text={mark?.text ?? '\u00a0'} />
					</button>
				);
			})}
		</div>
	);
}

/** What distinguishes a day before it is chosen. */
function markOf({ early, closed, empty }: Pick<DayView, 'early' | 'closed' | 'empty'>) {
	if (closed) return { kind: 'closed', text: words.closedMark, meaning: words.marketClosed };
	if (early)
		return {
			kind: empty ? 'early empty' : 'early',
			text: words.earlyMark,
			meaning: empty ? `${words.early}, ${words.empty}` : words.early,
		};
	return empty ? { kind: 'empty', text: words.emptyMark, meaning: words.empty } : undefined;
}
