import type { WheelPath } from '@sw/domain/signals/wheel/merge';
import css from './wheel.module.css';

/** Returns the CSS classes of a cell or of a path of merged cells. */
export function cellClasses({ kind, tone, depth }: Omit<WheelPath, 'd'>): string {
	return kind === 'lit' ? `${css['lit']} ${css[tone ?? '']} ${css[`depth${depth}`]}` : (css[kind] ?? '');
}
