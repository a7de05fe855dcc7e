import type { WheelPath } from '@sw/domain/signals/wheel/merge';
import css from './wheel.module.css';

/** Classes of a path or cell. */
export function cellClasses({ kind, tone, depth }: Omit<WheelPath, 'd'>): string {
	return kind === 'lit' ? `${css['lit']} ${css[tone ?? '']} ${css[`depth${depth}`]}` : (css[kind] ?? '');
}
