const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values: number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** Welch's t: difference of the means in units of its standard error, for unequal variances. */
export const welch = (a: number[], b: number[]): number =>
  (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);

export const middle = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
