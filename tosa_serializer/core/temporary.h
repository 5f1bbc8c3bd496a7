// A file that nobody sees until it is whole.
#pragma once

#include <sys/stat.h>

#include <string>

#include "descriptor.h"

namespace tosa_core {

class Temporary {
public:
    // kNameless (O_TMPFILE) is gone with the process that dies. kNamed, where the system has nothing else, stays behind then.
    enum class Kind { kNameless, kNamed };

    // In the folder of `target`; errors name `path`. Where kNameless cannot be had it is kNamed.
    Temporary(Kind kind, const std::string& target, const std::string& path);
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() { remove_name(); }

    const Descriptor& file() const { return file_; }

    // The owner of the file that is replaced, as far as the system lets us, and its mode.
    void take_over(const struct stat& old);

    // Waits for the disk.
    void sync();
    // Puts it in the target's place. False: the system cannot give a name to a nameless file, a kNamed one has to be written.
    bool publish();
    void sync_folder() const;

private:
    Descriptor open_folder() const;
    Descriptor create(Kind kind);
    Descriptor create_nameless() const;
    Descriptor create_named();
    bool link_to(const std::string& name) const;
    bool publish_by_shared_name();
    void rename_over_target();
    void remove_name();

    const std::string& path_;
    std::string target_name_;
    std::string folder_name_;
    Descriptor folder_;
    // Its own name in the folder, or empty.
    std::string name_;
    Descriptor file_;
};

}  // namespace tosa_core
