import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { DayView } from './picker-view.ts';
import css from './reports.module.css';
import { words } from './words.ts';

interface Props {
	days: readonly DayView[];
	chosen: string;
	choose: (date: string) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Trading days side by side, the chosen one in sight; one tab stop, arrow keys from day to day. */
export const DateStrip = ({ days, chosen, choose }: Props) => {
	const strip = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other days stand there.
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
		<div ref={strip} className={css['strip']} role="toolbar" aria-label={words.days} onKeyDown={onKeyDown}>
			{days.map(({ date, weekday, label, early, future }) => (
				<button
					key={date}
					type="button"
					className={css['day']}
					disabled={future}
					tabIndex={date === stop ? 0 : -1}
					aria-current={date === chosen ? 'date' : undefined}
					aria-label={`${weekday} ${label}, ${date}${early ? `, ${words.early}` : ''}`}
					title={early ? words.early : undefined}
					onClick={() => choose(date)}
				>
					<small>{weekday}</small> {label}
					{early ? <span className={css['early']} aria-hidden="true" /> : null}
				</button>
			))}
		</div>
	);
};
