/// What a right pipeline must find, worked out from the metrics page alone: the journey of an installation, the
/// opt-in funnel, and its tables.
///
/// It is written for reading, not for speed, and shares nothing with the pipeline it is compared with.
public enum Truth {}
