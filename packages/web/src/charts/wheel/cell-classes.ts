import type { WheelPath } from '@sw/domain/signals/wheel/merge';
import css from './wheel.module.css';

/** CSS classes of a merged path or a cell. */
export function cellClasses({ kind, tone, depth }: Omit<WheelPath, 'd'>): string {
	return kind === 'lit' ? `${css['lit']} ${css[tone ?? '']} ${css[`depth${depth}`]}` : (css[kind] ?? '');
}
