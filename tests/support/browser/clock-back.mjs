/** Loaded ahead of the product: its clock stands three days back. */
const BACK = 3 * 86_400_000;
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() - BACK);
    else super(...parts);
  }

  static now() {
    return Real.now() - BACK;
  }
};
