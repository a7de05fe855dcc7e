import type { TimeframeIndex } from '../../time/timeframe.ts';
import type { UtcMs } from '../../time/units.ts';
import type { Calibration } from './calibration.ts';

/** Selects calibrations, and their latest instant. */
export interface CalibrationKey {
	readonly provider: string;
	/** The close up to which it was measured. */
	readonly asOf: UtcMs;
	readonly parametersVersion: number;
}

export interface StoredCalibration {
	readonly timeframe: TimeframeIndex;
	/** Bars ahead, from 1. */
	readonly horizon: number;
	readonly calibration: Calibration;
}
